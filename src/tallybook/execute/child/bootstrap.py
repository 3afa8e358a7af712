"""The program of a template process: ``python -s -P bootstrap.py FD``, FD its end of the driver's socket
pair.

It serves until the driver goes. In a forked child ``serve`` returns the job to do, so that the script's
frames stand on this module alone and not on those of the server.
"""

_names = tuple(globals())  # what the interpreter gives to its script

import sys  # noqa: E402

_native = frozenset(sys.modules)  # what a bare interpreter has loaded when its script starts


def _serve():  # type: ignore[no-untyped-def]  # annotations would need imports before the recorder runs
    """Load the server without running the package's own ``__init__`` modules."""
    here = __file__.rpartition("/")[0]
    above = here.rpartition("/")[0]
    for name, folder in (("tallybook", above.rpartition("/")[0]), ("tallybook.execute", above)):
        package = type(sys)(name)
        package.__path__ = [folder]
        sys.modules[name] = package
    from tallybook.execute.child.stash import Recorder

    recorder = Recorder(_native)
    recorder.start()
    from tallybook.execute.child.serve import serve

    return serve(int(sys.argv[1]), recorder, {name: globals()[name] for name in _names})


_job = _serve()  # type: ignore[no-untyped-call]
try:
    exec(_job.code, _job.scope)
except BaseException as _error:
    _job.fail(_error)
_job.finish()

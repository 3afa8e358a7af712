"""The side of a check: what runs in the template process and, after the fork, in the check itself.

Standard library only. The modules are loaded by a bare interpreter that need not have Tallybook installed, so
they import nothing of the package but each other.
"""

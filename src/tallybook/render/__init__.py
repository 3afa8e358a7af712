"""Pages, mathematics and code as the files of a site: data in, bytes out."""

from tallybook.render.site import render_site

__all__ = ["render_site"]

"""Pages, mathematics and code as the files of a site: data in, bytes out."""

from tallybook.render.citations import BIBLIOGRAPHY, Citations
from tallybook.render.site import Site, render_site
from tallybook.render.theme import Theme

__all__ = ["BIBLIOGRAPHY", "Citations", "Site", "Theme", "render_site"]

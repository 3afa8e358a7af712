"""Pages, mathematics and code as the files of a site: data in, bytes out."""

from tallybook.render.citations import BIBLIOGRAPHY, Citations
from tallybook.render.lists import NOTATION
from tallybook.render.remembered import Remembered
from tallybook.render.site import Site, render_site
from tallybook.render.solutions import Solutions
from tallybook.render.theme import Theme

__all__ = ["BIBLIOGRAPHY", "NOTATION", "Citations", "Remembered", "Site", "Solutions", "Theme", "render_site"]

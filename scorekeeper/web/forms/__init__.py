"""Forms: those that a game declares, and the base of all others."""

from flask import Flask

from scorekeeper.web.forms.form_model import lay_out


def init_app(app: Flask) -> None:
    """Let templates lay out the controls of a form."""
    app.add_template_filter(lay_out, "laid_out")

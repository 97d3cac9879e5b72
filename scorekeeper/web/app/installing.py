"""Installing the website as an app: its manifest, its service worker, and the page that explains how."""

from flask import Blueprint, Response, current_app, json, jsonify, render_template, request, url_for

from scorekeeper.network import loopback_name
from scorekeeper.web.assets import app_version, asset, content, palette
from scorekeeper.web.declared import declares

bp = Blueprint("installing", __name__)

ICONS = (
    ("icon.svg", "any", "any"),
    ("app/icon-192.png", "192x192", "any"),
    ("app/icon-512.png", "512x512", "any"),
    ("app/icon-full-512.png", "512x512", "maskable"),
)
"""The file, size and purpose of each icon; the phone cuts a maskable one to its own shape."""


@bp.get("/manifest.webmanifest")
@declares(is_shared=True, without_cookie=True)
def manifest() -> Response:
    """Describe the app to a browser that can install it."""
    paper, home = palette("light")["paper"], url_for("home.home")
    answer = jsonify(
        id=home,
        name="Scorekeeper",
        short_name="Scorekeeper",
        description="Keeps score of card and dice games at a real table.",
        lang="en",
        start_url=home,
        scope=home,
        display="standalone",
        background_color=paper,
        theme_color=paper,
        categories=["games", "utilities"],
        icons=[{"src": asset(file), "sizes": size, "purpose": purpose} for file, size, purpose in ICONS],
    )
    answer.mimetype = "application/manifest+json"
    return answer


@bp.get("/service-worker.js")
@declares(is_shared=True, without_cookie=True)
def service_worker() -> Response:
    """Send the service worker, which browsers install again as soon as a static file has changed."""
    # Not every browser lets a service worker import modules.
    script = content("app/service_worker.js")
    app = {
        "version": app_version(current_app),
        "installation": current_app.config["SESSION_COOKIE_NAME"],
        "home": url_for("home.home"),
        "offline": url_for(".offline"),
    }
    answer = Response(f"const APP = {json.dumps(app)};\n{script}")
    answer.mimetype = "text/javascript"
    answer.cache_control.no_cache = True
    return answer


@bp.get("/offline")
def offline() -> str:
    """Show which pages can be opened without a network, instead of one that can't be."""
    return render_template("app/offline.html")


@bp.get("/help/app")
@declares(offline_copy="everyone")
def explain() -> str:
    """Explain how to install the app, and how to get https at home."""
    secure = request.is_secure or bool(loopback_name(request.host_url))
    return render_template("app/use_it_like_an_app.html", secure=secure)

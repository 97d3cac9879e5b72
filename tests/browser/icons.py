"""Draws the icons that phones install and the picture of links: ``python -m tests.browser.icons``."""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.browser import launch

STATIC = Path("static")
ROUNDED = {"icon-192": 192, "icon-512": 512}
# Phones cut these to a shape of their own, so that they have no corners.
FULL = {"icon-180": 180, "icon-full-512": 512}
PREVIEW = Path(__file__).with_name("preview.html")


def main() -> None:
    drawing = (STATIC / "icon.svg").read_text()
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name, size in (ROUNDED | FULL).items():
            page = browser.new_page(viewport={"width": size, "height": size})
            shape = drawing.replace(' rx="14"', "") if name in FULL else drawing
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{shape}")
            page.screenshot(path=STATIC / "app" / f"{name}.png", omit_background=True)
        page = browser.new_page(viewport={"width": 1200, "height": 630}, color_scheme="light")
        styles, marks = ((STATIC / name).read_text() for name in ("app.css", "marks.svg"))
        sheet = PREVIEW.read_text().replace("STYLES", styles).replace("MARKS", marks)
        page.set_content(sheet.replace("ICON", drawing))
        page.screenshot(path=STATIC / "app" / "preview.png")
        browser.close()


if __name__ == "__main__":
    main()

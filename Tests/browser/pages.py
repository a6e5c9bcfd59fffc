"""Uses pages of `bench report` in Chromium; what they have to show is worked out from the recording's rows here."""

import base64
import csv
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import axe_selenium_python
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

EVIL = "</script><img src=x onerror=window.struck=1>"


def recording(path):
    """The measured rows by their columns, each with the `cell` of its run."""
    lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
    cells = {}
    for line in lines:
        if line.startswith("# run "):
            run = json.loads(line.partition(": ")[2])
            cells[str(run["run"])] = tuple(run.get(name) for name in ("timer", "interval_ns", "leeway_ns", "load", "timers"))
    rows = csv.DictReader(line for line in lines if not line.startswith("#"))
    return [{**row, "cell": cells[row["run"]]} for row in rows if row["warmup"] == "0"]


def other_machine(source, target, later_ns):
    """The same recording of a machine with a hostile name, each callback later by so much; where four timers ran at once,
    their load has a hostile name too."""
    renamed = set()
    with open(source, encoding="utf-8") as file, open(target, "w", encoding="utf-8") as out:
        for line in file:
            if line.startswith("# machine:"):
                line = f"# machine: {EVIL}\n"
            elif line.startswith("# seed:"):
                line = "# seed: 2\n"
            elif line.startswith("# run ") and '"timers":4' in line:
                renamed.add(line.split()[2].rstrip(":"))
                line = line.replace('"load":"idle"', f'"load":"exec:{EVIL}"')
            elif line[0].isdigit():
                fields = line.rstrip("\n").split(",")
                if fields[0] in renamed:
                    fields[4] = f"exec:{EVIL}"
                fields[10] = str(int(fields[10]) + later_ns)
                fields[11] = str(int(fields[11]) + later_ns)
                line = ",".join(fields) + "\n"
            out.write(line)


class Browser:
    def __init__(self, downloads):
        options = webdriver.ChromeOptions()
        for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage"]:
            options.add_argument(argument)
        options.binary_location = "/usr/bin/chromium"
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.set_script_timeout(120)
        self.driver.execute_cdp_cmd(
            "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(downloads)}
        )

    def look(self, width, theme):
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600},
        )
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}]}
        )

    def open(self, page):
        """Opens a page, draws all of it, and returns how many seconds it took until it could be used."""
        self.driver.get_log("performance")
        begin = time.monotonic()
        self.driver.get(page.as_uri())
        took = time.monotonic() - begin
        self.script("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
        for figure in self.driver.find_elements(By.CSS_SELECTOR, "figure.chart"):
            self.script("arguments[0].scrollIntoView()", figure)
            WebDriverWait(self.driver, 20).until(lambda _: figure.find_elements(By.TAG_NAME, "canvas"))
        self.script("window.scrollTo(0, 0)")
        return took

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def requests(self):
        """What was asked for since the page was opened, other than the page itself."""
        found = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.append(message["params"]["request"]["url"])
        return [url for url in found if not url.startswith(("data:", "blob:")) and not url.endswith(".html")]

    def complaints(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def axe(self):
        folder = pathlib.Path(axe_selenium_python.__file__).parent
        source = (folder / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
        self.script(source)
        result = self.driver.execute_async_script("axe.run({resultTypes: [\"violations\"]}).then(arguments[arguments.length - 1])")
        return [
            f"{found['id']}: {node['html'][:160]}: {node.get('failureSummary', '')[:300]}"
            for found in result["violations"]
            for node in found["nodes"][:3]
        ]

    def picture(self, path):
        height = self.script("return document.documentElement.scrollHeight")
        width = self.script("return window.innerWidth")
        shot = self.driver.execute_cdp_cmd(
            "Page.captureScreenshot",
            {
                "captureBeyondViewport": True,
                "clip": {"x": 0, "y": 0, "width": width, "height": min(height, 6000), "scale": 1},
            },
        )
        path.write_bytes(base64.b64decode(shot["data"]))


def same(found, expected, what):
    assert found == expected, f"{what}: {found!r} where {expected!r} was expected"


def sorts(browser, rows):
    """Each click on a heading orders the rows, up and then down; by p50 they come in the order of their medians."""
    table = browser.all("#m1-overview table.cells")[0]
    heads = table.find_elements(By.CSS_SELECTOR, "thead th")
    place = next(index for index, head in enumerate(heads) if head.text.strip().startswith("p50"))

    def cells():
        return [
            (row.find_elements(By.CSS_SELECTOR, "th, td"))[place].get_attribute("data-value")
            for row in table.find_elements(By.CSS_SELECTOR, "tbody tr")
        ]

    groups = {}
    for row in rows:
        groups.setdefault(row["cell"], []).append(int(row["lateness_ns"]))
    medians = sorted(sorted(group)[(len(group) + 1) // 2 - 1] for group in groups.values())
    for expected, direction in [(medians, "ascending"), (medians[::-1], "descending")]:
        heads[place].find_element(By.TAG_NAME, "button").click()
        same([int(float(value)) for value in cells()], expected, f"medians {direction}")
        same(heads[place].get_attribute("aria-sort"), direction, "what the heading says")


def filters(browser, rows):
    timers = sorted({row["timer"] for row in rows})
    cells = {row["cell"] for row in rows}
    select = Select(browser.all("#m1-overview form select")[0])
    for timer in timers:
        select.select_by_visible_text(timer)
        shown = [row for row in browser.all("#m1-overview table.cells tbody tr") if row.is_displayed()]
        same(len(shown), sum(cell[0] == timer for cell in cells), f"rows of {timer}")
    select.select_by_visible_text("all")


def hovers(browser, rows):
    """The tip of the latest callback of the first cell names its slot, deadline, lateness and cause."""
    panel = browser.all("#m1-drift .panel")[0]
    name = panel.find_element(By.CSS_SELECTOR, ".name").text
    of_cell = [
        row for row in rows if name == "nanosleep 1ms idle" and row["timer"] == "nanosleep" and row["interval_ns"] == "1000000"
    ]
    latest = max(of_cell, key=lambda row: int(row["lateness_ns"]))
    canvas = panel.find_element(By.TAG_NAME, "canvas")
    browser.script("arguments[0].scrollIntoView({block: 'center'})", canvas)
    time.sleep(0.3)
    spot = browser.script(
        """const {chart, spec} = drawn.get(arguments[0]);
        const set = spec.sets.length - 1;
        const points = spec.sets[set].points;
        const best = points.reduce((best, point, index) => (point.y > points[best].y ? index : best), 0);
        const {x, y} = chart.getDatasetMeta(set).data[best];
        const frame = arguments[0].getBoundingClientRect();
        return [frame.left + x, frame.top + y];""",
        canvas,
    )
    browser.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": spot[0], "y": spot[1]})
    tip = browser.all("#tip")[0]
    WebDriverWait(browser.driver, 5).until(lambda _: tip.is_displayed())
    text = tip.text
    late = int(latest["lateness_ns"])
    shown = f"{late / 1e3:.6g} µs" if late < 1e6 else f"{late / 1e6:.6g} ms"
    for part in [f"slot {latest['slot']} ", f"deadline {int(latest['deadline_ns']) / 1e9:.6f} s", f"lateness {shown}", "cause: "]:
        assert part in text, f"the tip says {text!r}, without {part!r}"
    # The same by keyboard.
    canvas.send_keys(Keys.ESCAPE)
    WebDriverWait(browser.driver, 5).until(lambda _: not tip.is_displayed())
    canvas.send_keys(Keys.END)
    WebDriverWait(browser.driver, 5).until(lambda _: tip.is_displayed() and "slot " in tip.text)
    canvas.send_keys(Keys.ESCAPE)


def leads_to_details(browser):
    browser.script("document.querySelectorAll('details.cell').forEach((part) => { part.open = false; })")
    link = browser.all("#m1-overview tbody th a")[0]
    target = link.get_attribute("href").rpartition("#")[2]
    browser.script("arguments[0].scrollIntoView({block: 'center'})", link)
    link.click()
    WebDriverWait(browser.driver, 5).until(lambda _: browser.all(f"#{target} table")[0].is_displayed())


def downloads(browser, bench, source, folder):
    button = browser.all("[data-download=summary]")[0]
    browser.script("arguments[0].scrollIntoView()", button)
    button.click()
    file = folder / "summary.json"
    WebDriverWait(browser.driver, 10).until(lambda _: file.exists())
    told = subprocess.run([bench, "summary", source, "--format", "json"], capture_output=True, check=True)
    same(json.loads(file.read_text()), json.loads(told.stdout), "the figures to download")


def prints(browser):
    page = base64.b64decode(browser.driver.execute_cdp_cmd("Page.printToPDF", {})["data"])
    assert page.startswith(b"%PDF") and len(page) > 50_000, f"a print of {len(page)} bytes"


def shows_hostile_names(browser):
    same(browser.script("return [document.images.length, window.struck === undefined]"), [0, True], "images, and strikes")
    assert any(EVIL in heading.text for heading in browser.all("h2")), "the machine's name is not shown"
    assert any(EVIL in cell.text for cell in browser.all("td.word")), "the load's name is not shown"
    verdicts = {cell.text.split()[-1] for cell in browser.all("#comparison td.worse")}
    same(verdicts, {"worse"}, "what became later by 50 µs")


def main(bench, source, pictures=None):
    rows = recording(source)
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        other_machine(source, folder / "other.csv", 50_000)
        pages = {"one": [source], "two": [source, str(folder / "other.csv")]}
        for name, files in pages.items():
            subprocess.run([bench, "report", *files, "-o", str(folder / f"{name}.html")], check=True)
        browser = Browser(folder)
        try:
            for name in pages:
                page = folder / f"{name}.html"
                for width in [1400, 390]:
                    for theme in ["light", "dark"]:
                        browser.look(width, theme)
                        took = browser.open(page)
                        where = f"{name}, {width} pixels, {theme}"
                        same(browser.axe(), [], f"{where}: what axe finds")
                        same(browser.requests(), [], f"{where}: requests")
                        same(browser.complaints(), [], f"{where}: console")
                        wide = browser.script("return document.documentElement.scrollWidth")
                        assert wide <= width, f"{where}: the page is {wide} pixels wide"
                        print(f"{where}: {page.stat().st_size / 1e6:.2f} MB, usable after {took:.1f} s, axe-clean")
                        if pictures:
                            pathlib.Path(pictures).mkdir(parents=True, exist_ok=True)
                            browser.picture(pathlib.Path(pictures) / f"{name}-{width}-{theme}.png")
            shows_hostile_names(browser)
            browser.look(1400, "light")
            browser.open(folder / "one.html")
            sorts(browser, rows)
            filters(browser, rows)
            hovers(browser, rows)
            leads_to_details(browser)
            downloads(browser, bench, source, folder)
            prints(browser)
            same(browser.complaints(), [], "console after all")
            print("sorts, filters, tips by mouse and keyboard, details, download, print: as the recording has it")
        finally:
            browser.driver.quit()


main(*sys.argv[1:])

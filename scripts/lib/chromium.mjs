import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { bin, findNode, ROOT, say } from "./project.mjs";

const PROGRAMS = JSON.parse(readFileSync(join(ROOT, "scripts/lib/browser-programs.json"), "utf8"));

function playwrightsOwn() {
  const { chromium } = createRequire(join(ROOT, "package.json"))("@playwright/test");
  return chromium.executablePath();
}

/** Prints the browsers that the tests use (e2e/support/browser.ts), and the time that another one can save. */
function tellBrowsers() {
  const found = [process.env.POSTIL_CHROMIUM, ...PROGRAMS.withoutWindow, ...PROGRAMS.whole, playwrightsOwn()].find(
    (path) => path && existsSync(path),
  );
  say(`Browser: ${found}`);
  if (!PROGRAMS.withoutWindow.includes(found))
    say("chromium-headless-shell, where it is installed, takes a third less of the processor for the same tests.");
  const firefox = [process.env.POSTIL_FIREFOX, ...PROGRAMS.firefox].find((path) => path && existsSync(path));
  if (firefox) say(`Main flows also in: ${firefox}`);
  else
    say("!! NO FIREFOX FOUND: the main flows are not tried in it. Install one, or set POSTIL_FIREFOX to its program.");
}

const isFound = () =>
  [process.env.POSTIL_CHROMIUM, ...PROGRAMS.whole, playwrightsOwn()].some((path) => path && existsSync(path));

const isDebianAsRoot = () => existsSync("/etc/debian_version") && process.getuid?.() === 0;

/** True if the browser tests have a browser (e2e/support/browser.ts). Tries to install a missing one, or says what to do. */
export function ensureChromium() {
  if (isFound()) {
    tellBrowsers();
    return true;
  }
  say("No Chromium found; trying to install one ...");
  const quiet = { cwd: ROOT, stdio: ["ignore", "ignore", 2], timeout: 5 * 60_000 };
  if (isDebianAsRoot()) {
    const install = ["install", "-y", "-q", "--no-install-recommends"];
    spawnSync("apt-get", ["update", "-q"], quiet);
    spawnSync("apt-get", [...install, "chromium"], quiet);
    // It is faster for most tests. An older release does not have it.
    spawnSync("apt-get", [...install, "chromium-headless-shell"], quiet);
  }
  if (!isFound()) spawnSync(findNode(), [bin("@playwright/test", "cli.js"), "install", "chromium"], quiet);
  if (isFound()) {
    tellBrowsers();
    return true;
  }
  say("The browser tests need Chromium or Chrome. Install one, or set POSTIL_CHROMIUM to the path of its program.");
  return false;
}

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { bin, findNode, ROOT, say } from "./project.mjs";

const USUAL = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

function playwrightsOwn() {
  const { chromium } = createRequire(join(ROOT, "package.json"))("@playwright/test");
  return chromium.executablePath();
}

const found = () =>
  [process.env.POSTIL_CHROMIUM, process.env.PLAYWRIGHT_CHROMIUM, ...USUAL, playwrightsOwn()].find(
    (path) => path && existsSync(path),
  );

const isDebianAsRoot = () => existsSync("/etc/debian_version") && process.getuid?.() === 0;

/** The browser of the browser tests: found, else installed; null, after saying what to do, when neither works. */
export function findChromium() {
  if (found()) return found();
  say("No Chromium found; trying to install one ...");
  const quiet = { cwd: ROOT, stdio: ["ignore", "ignore", 2], timeout: 5 * 60_000 };
  spawnSync(findNode(), [bin("@playwright/test", "cli.js"), "install", "chromium"], quiet);
  if (!found() && isDebianAsRoot()) {
    spawnSync("apt-get", ["update", "-q"], quiet);
    spawnSync("apt-get", ["install", "-y", "-q", "--no-install-recommends", "chromium"], quiet);
  }
  if (found()) return found();
  say("The browser tests need Chromium or Chrome. Install one, or set POSTIL_CHROMIUM to the path of its program.");
  return null;
}

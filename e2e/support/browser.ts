import { existsSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";

const USUAL = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/opt/google/chrome/chrome"];

/** The Chromium on this machine: POSTIL_CHROMIUM, else the usual places, else Playwright's own. */
export function launchOptions(): LaunchOptions {
  const found = process.env.POSTIL_CHROMIUM ?? USUAL.find((path) => existsSync(path));
  return {
    ...(found ? { executablePath: found } : {}),
    // Without these Chromium asks for updates and a GPU; as root it refuses to start with its sandbox.
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  };
}

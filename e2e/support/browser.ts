import { existsSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";
import programs from "../../scripts/lib/browser-programs.json" with { type: "json" };

/**
 * Options to start Chromium: POSTIL_CHROMIUM, else an installed one, else Playwright's own. The one without a window takes a
 * third less processor time. `whole` asks for the browser that people use. Measurements need it, and so do features that only
 * it has: settings of a profile, and separate storage for each frame of another site.
 */
export function launchOptions(which: "withoutWindow" | "whole" = "withoutWindow"): LaunchOptions {
  const usual = which === "whole" ? programs.whole : [...programs.withoutWindow, ...programs.whole];
  const found = process.env.POSTIL_CHROMIUM ?? usual.find((path) => existsSync(path));
  return {
    ...(found ? { executablePath: found } : {}),
    ...(!found && which === "whole" ? { channel: "chromium" } : {}),
    // Without these flags Chromium asks for updates and a GPU. As root, it does not start with its sandbox on.
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

/** The path of Firefox: POSTIL_FIREFOX, else an installed one, else undefined. */
export const firefoxProgram = (): string | undefined =>
  process.env.POSTIL_FIREFOX ?? programs.firefox.find((path) => existsSync(path));

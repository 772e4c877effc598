import { existsSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";
import programs from "../../scripts/lib/browser-programs.json" with { type: "json" };

/**
 * How the tests start Chromium: POSTIL_CHROMIUM, else one that is installed, else Playwright's own. The one without a window
 * takes a third less of the processor; `whole` asks for the browser that people have: for what is measured, and for what that
 * one alone does (settings of a profile, a storage of its own for each frame of another site).
 */
export function launchOptions(which: "withoutWindow" | "whole" = "withoutWindow"): LaunchOptions {
  const usual = which === "whole" ? programs.whole : [...programs.withoutWindow, ...programs.whole];
  const found = process.env.POSTIL_CHROMIUM ?? usual.find((path) => existsSync(path));
  return {
    ...(found ? { executablePath: found } : {}),
    ...(!found && which === "whole" ? { channel: "chromium" } : {}),
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

/** The Firefox of this machine, POSTIL_FIREFOX or one that is installed; nothing where there is none. */
export const firefoxProgram = (): string | undefined =>
  process.env.POSTIL_FIREFOX ?? programs.firefox.find((path) => existsSync(path));

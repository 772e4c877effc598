import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";

const MANIFEST = fileURLToPath(new URL("../../apps/web/dist/.vite/manifest.json", import.meta.url));

/** The address of the file that a module of the page is in, for `hold` and `route`. */
export const codeOf = (module: string): string => `**/${JSON.parse(readFileSync(MANIFEST, "utf8"))[module].file}`;

/** From now on, requests to these addresses wait until the test releases them. Then they continue or fail. */
export async function hold(
  page: Page,
  addresses: Parameters<Page["route"]>[0],
  end: "continue" | "abort" = "continue",
): Promise<() => void> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await held;
    await route[end]();
  });
  return letGo;
}

/**
 * Holds and releases all requests that save something; GET requests always pass. Call it before the page opens anything:
 * a request sometimes passes a route that was added later.
 */
export async function writesOf(page: Page): Promise<{ readonly hold: () => void; readonly letGo: () => void }> {
  let held = Promise.resolve();
  let letGo: () => void = () => undefined;
  await page.route(/\/api\//, async (route) => {
    if (route.request().method() !== "GET") await held;
    await route.continue();
  });
  const hold = () => {
    ({ promise: held, resolve: letGo } = Promise.withResolvers<void>());
  };
  return { hold, letGo: () => letGo() };
}

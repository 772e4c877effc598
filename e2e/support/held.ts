import type { Page } from "@playwright/test";

/** From now on requests to these addresses wait, until they are let go: then they go on, or fail. */
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
 * All that the page sends to be saved, to be held and let go; what is only read comes. To be asked for before the page opens
 * anything: past a stop that is put up later a call gets now and then.
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

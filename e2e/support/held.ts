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

/** The same of all that is sent to be saved; what is only read comes. */
export async function holdWrites(page: Page): Promise<() => void> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/\/api\//, async (route) => {
    if (route.request().method() !== "GET") await held;
    await route.continue();
  });
  return letGo;
}

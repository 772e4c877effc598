import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { expect, type Locator, type Page } from "@playwright/test";

/** Helpers for exports of both dataset families, from the dialog to the file. */

type Exported = { readonly workspace: string; readonly dataset: string };

export const exportDialog = (page: Page, name: string | RegExp = /^Export/): Locator =>
  page.getByRole("dialog", { name });
export const startButton = (page: Page): Locator =>
  exportDialog(page).getByRole("button", { name: "Export", exact: true });

/** Opens the dialog from the dataset's row in the list. The row must be on the screen. */
export async function openExportFromList(page: Page, { workspace, dataset }: Exported): Promise<void> {
  const row = page.getByRole("row").filter({ hasText: workspace });
  await row.hover();
  await row.getByRole("button", { name: `Export ${dataset}` }).click();
  await expect(exportDialog(page, `Export ${dataset}`)).toBeVisible();
}

/** Runs `press`, waits for the download, and returns its name and lines. */
export async function downloadedBy(
  page: Page,
  press: () => Promise<void>,
): Promise<{ readonly name: string; readonly lines: readonly string[] }> {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  const bytes = await readFile(await download.path());
  const text = (download.suggestedFilename().endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
  return { name: download.suggestedFilename(), lines: text.trimEnd().split(/\r?\n/) };
}

/** Pages whose exports were released. */
const released = new WeakSet<Page>();

/** From now on, exports stop at half until the test releases them. What arrives then is an empty file. */
export async function slowExportsDown(page: Page): Promise<void> {
  await page.route("**/api/postil/v1/exports/*", async (route) => {
    const reply = await route.fetch();
    const told = released.has(page)
      ? { state: "done", records: 6, bytes: 0 }
      : { state: "running", records: 3, bytes: 2_190_000 };
    await route.fulfill({ json: { ...(await reply.json()), ...told } });
  });
  await page.addInitScript(() => {
    const real = window.fetch;
    window.fetch = async (input, init) => {
      const response = await real(input, init);
      if (!/\/export(?:\?|$)/.test(String(input))) return response;
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          init?.signal?.addEventListener("abort", () => controller.error(new DOMException("", "AbortError")));
          window.addEventListener("let-go", () => controller.close(), { once: true });
        },
      });
      return new Response(body, { headers: response.headers });
    };
  });
}
export const letExportsGo = (page: Page): Promise<void> => {
  released.add(page);
  return page.evaluate(() => void window.dispatchEvent(new Event("let-go")));
};

import type { Page } from "@playwright/test";
import { openDataset, question, record } from "./support/annotation.ts";
import { codeOf } from "./support/held.ts";
import { setUp } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/** Code files that no longer exist, as after an update of the server while a page is open. */

/** A module that no page fetches ahead. */
const PEOPLE = "src/app/routes/administration.tsx";

const WORDS = "Half a sentence that nobody has sent";

async function toPeople(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Open menu/ }).click();
  await page.getByRole("menuitem", { name: "Administration" }).click();
}

for (const [name, times] of [
  ["once", 1],
  ["twice", 2],
] as const)
  test(`ERR-05 ERR-06 code fails ${name}: the page reloads by itself, what was typed stays, a second failure is told`, async ({
    page,
    api,
    signIn,
  }) => {
    const setup = await setUp(api, {
      questions: [{ name: "why", title: "Why", required: true, settings: { type: "text", use_markdown: false } }],
      records: [{ fields: { text: "A letter." } }],
    });
    await signIn();
    await openDataset(page, setup);
    await question(page, "Why").getByRole("textbox").fill(WORDS);
    let loads = 0;
    page.on("load", () => loads++);
    const gone = codeOf(PEOPLE);
    // The second time it stays away: the router may ask again by itself.
    await page.route(gone, (route) => route.fulfill({ status: 404, body: "gone" }), times === 1 ? { times } : {});
    await toPeople(page);

    const people = page.getByRole("heading", { name: "People", level: 1 });
    if (times === 2) {
      await expect(page.getByRole("heading", { name: "Something went wrong." })).toBeVisible();
      await expect(page.getByText("A part of the page could not be loaded")).toBeVisible();
      await expect(page.getByText("500", { exact: true })).toBeVisible();
      await expect(page.getByText("Work that was not saved yet is kept on this device.")).toBeVisible();
      await page.unroute(gone);
      await page.getByRole("link", { name: "Back to home page" }).click();
      await expect(page.getByRole("heading", { name: "Datasets" })).toBeVisible();
      await toPeople(page);
    }
    await expect(people).toBeVisible();
    // By itself, and by the link home.
    expect(loads).toBe(times);
    await page.goto(`/dataset/${setup.datasetId}/annotation-mode`);
    await expect(record(page, 1)).toBeVisible();
    await expect(question(page, "Why").getByRole("textbox")).toHaveValue(WORDS);
  });

import type { Page } from "@playwright/test";
import { addressOf, FIVE_QUESTIONS, LETTER_FIELDS, letter, METADATA, SUGGESTIONS } from "./support/annotation.ts";
import { setUp } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/** Opens every route cold, by its address. Texts load with the code of their area, so only a first page can lack one. */

const TABS = ["info", "fields", "questions", "metadata", "vectors", "danger"];

/** `datasets.task.FeedbackTask`: the first word is an area of the texts. */
const KEY =
  /\b(annotation|bulk|comfort|commands|common|datasets|datasetSettings|errors|filters|keeping|lost|matches|names|questions|recordHistory|saving|session|settings|signOut|similarity)\.[a-z]\w*/;

/** All texts of the page, visible ones and those for screen readers. */
function words(page: Page): Promise<string> {
  return page.evaluate(() => {
    const attributes = ["aria-label", "aria-description", "title", "placeholder", "alt"];
    const named = [...document.querySelectorAll("*")].flatMap((element) =>
      attributes.map((name) => element.getAttribute(name) ?? ""),
    );
    return [document.title, document.body.innerText, ...named].join("\n");
  });
}

test("I18-02 I18-04 no route shows the key of a text in its place when it is opened by its address", async ({
  page,
  api,
  signIn,
}) => {
  test.slow();
  const setup = await setUp(api, {
    fields: LETTER_FIELDS,
    questions: FIVE_QUESTIONS,
    metadata: METADATA,
    vectors: [{ name: "mini", title: "Mini", dimensions: 2 }],
    records: [letter(1, SUGGESTIONS), letter(2)],
  });
  const logged: string[] = [];
  page.on("console", (message) => {
    if (message.text().startsWith("No text for")) logged.push(`${page.url()}: ${message.text()}`);
  });
  const open = async (path: string) => {
    // Leaves the page first: a change of only the fragment would not reload it.
    await page.goto("about:blank");
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    expect(KEY.exec(await words(page))?.[0], path).toBeUndefined();
  };
  for (const path of ["/sign-in", "/welcome-hf-sign-in", "/nowhere"]) await open(path);
  await signIn();
  const annotation = addressOf(setup);
  const settings = `/dataset/${setup.datasetId}/settings`;
  const routes = ["/datasets", "/datasets?search=nothing-is-called-so", annotation, "/user-settings", "/nowhere"];
  const queues = ["draft", "submitted", "discarded"].map((status) => `${annotation}?status=${status}`);
  for (const path of [...routes, ...queues, ...TABS.map((tab) => `${settings}#${tab}`)]) {
    await open(path);
    // The header loads with every page. The code of its menu loads with none.
    await page.getByRole("button", { name: /Open menu/ }).click();
    await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
    expect(KEY.exec(await words(page))?.[0], `the menu on ${path}`).toBeUndefined();
  }
  await open(annotation);
  await page.getByRole("button", { name: "Bulk", exact: true }).click();
  await expect(page.getByRole("checkbox").first()).toBeVisible();
  expect(KEY.exec(await words(page))?.[0]).toBeUndefined();
  expect(logged).toEqual([]);
});

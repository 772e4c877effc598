import { addressOf, FIVE_QUESTIONS, LETTER_FIELDS, letter, METADATA, SUGGESTIONS } from "./support/annotation.ts";
import { expectNoTextKeys } from "./support/screen.ts";
import { setUp } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/**
 * Opens cold, by their address, the routes that are no screen of shell.spec.ts. Texts load with the code of their area, so only a
 * first page can lack one.
 */

test("I18-02 I18-04 no queue and no view shows the key of a text in its place when it is opened by its address", async ({
  page,
  api,
  signIn,
}) => {
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
    await expectNoTextKeys(page, path);
  };
  await open("/welcome-hf-sign-in");
  await signIn();
  const annotation = addressOf(setup);
  for (const status of ["submitted", "discarded"]) await open(`${annotation}?status=${status}`);
  await open(annotation);
  await page.getByRole("button", { name: "Bulk", exact: true }).click();
  await expect(page.getByRole("checkbox").first()).toBeVisible();
  await expectNoTextKeys(page, "bulk");
  expect(logged).toEqual([]);
});

import { readFileSync } from "node:fs";
import { FIVE_QUESTIONS, LETTER_FIELDS, letter } from "./support/annotation.ts";
import { expectNoSidewaysScroll } from "./support/screen.ts";
import { setUp } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/** Snapshots of a dataset in its settings (design/settings.md#snapshots). */

test("SNP-01 SNP-04 SNP-09 a snapshot is taken by keys, compared with now and exported as it was", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const setup = await setUp(api, { fields: LETTER_FIELDS, questions: FIVE_QUESTIONS, records: [letter(1), letter(2)] });
  await signIn();
  await page.goto(`/dataset/${setup.datasetId}/settings`);
  await expect(page.getByRole("tab", { name: "Snapshots" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("Snapshots");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Take a snapshot" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("before 🚀 שלום");
  await page.keyboard.press("Enter");
  const row = page.getByRole("row").filter({ hasText: "before 🚀" });
  await expect(row).toContainText(/2\s*0\s*[0-9a-f]{12}/);
  await expectAccessible();
  await page.setViewportSize({ width: 450, height: 800 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  const { items } = await api.get<{ items: { id: string }[] }>(`/api/v1/datasets/${setup.datasetId}/records`);
  await api.delete(`/api/v1/records/${items[0]?.id}`);
  await row.getByRole("button").last().click();
  await page.getByRole("menuitem", { name: "Compare" }).click();
  await expect(page.getByText("Records: 2 before, 1 after, 0 added, 1 gone")).toBeVisible();
  await expectAccessible();
  await page.keyboard.press("Escape");
  await row.getByRole("button").last().click();
  await page.getByRole("menuitem", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("switch", { name: "Compress (gzip)" }).click();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/@before-[0-9a-f]{12}\.jsonl$/);
  const lines = readFileSync(await file.path(), "utf8")
    .trimEnd()
    .split("\n");
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[0] ?? "").postil.snapshot).toMatchObject({ name: "before 🚀 שלום", counts: { records: 2 } });
});

import { FIVE_QUESTIONS, LETTER_FIELDS, letter } from "./support/annotation.ts";
import { expectNoSidewaysScroll } from "./support/screen.ts";
import { setUp } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/** Deleted datasets, from the deletion to the restoration (design/administration.md#deleted). */

test("BIN-02 BIN-04 BIN-06 a deleted dataset is found through the notice, and restored by keys under a free name", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const setup = await setUp(api, { fields: LETTER_FIELDS, questions: FIVE_QUESTIONS, records: [letter(1)] });
  await signIn();
  await page.goto(`/dataset/${setup.datasetId}/settings#danger`);
  await expect(page.getByText(/It can be restored for 30 days/)).toBeVisible();
  await page.getByLabel("To go on, type the name of the dataset").fill(setup.dataset);
  await page.getByRole("button", { name: "Delete dataset" }).click();
  const notices = page.getByRole("region", { name: "Notifications" });
  await notices.getByRole("button", { name: "Recently deleted" }).click();
  await expect(page).toHaveTitle("Recently deleted - Postil");
  const row = page.getByRole("row").filter({ hasText: setup.workspace });
  await expect(row).toContainText(`${setup.dataset}1 record, no answers`);
  await expect(row).toContainText("30 days");
  await expectAccessible();

  await api.post("/api/v1/datasets", { name: setup.dataset, workspace_id: setup.workspaceId });
  await row.getByRole("button", { name: `Restore ${setup.dataset}`, exact: true }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: `Restore ${setup.dataset}` });
  await expect(dialog.getByLabel("It comes back as")).toHaveValue(`${setup.dataset}-2`);
  await expectAccessible();
  await page.setViewportSize({ width: 450, height: 800 });
  await expectNoSidewaysScroll(page);
  await dialog.getByLabel("It comes back as").focus();
  await page.keyboard.press("Enter");
  await notices.getByRole("button", { name: "Open it" }).click();
  await expect(page).toHaveURL(new RegExp(`/dataset/${setup.datasetId}/annotation-mode`));
  await expect(row).toHaveCount(0);
});

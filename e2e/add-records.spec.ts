import { expect, test } from "./support/test.ts";

/** Records of a file for a dataset that is there, from the list to the end (IMP-30 to IMP-32, design/import.md). */

const name = `bank-messages-${process.pid}`;
const FILE = [
  "ticket,body,channel",
  "T-1,Where is my card?,app",
  "T-2,My card has not come 🐦,app",
  "T-3,كلمة السر لا تعمل,web",
  "T-4,,web",
].join("\n");

test("IMP-30 IMP-31 IMP-32 from the list: columns go to parts by mouse, the file is tried and added by keyboard", async ({
  page,
  api,
  openListAs,
  expectAccessible,
}) => {
  const workspace = await api.post("/api/workspaces", { name });
  const { id } = await api.post("/api/v1/datasets", { name, workspace_id: workspace.id });
  const parts = `/api/v1/datasets/${id}`;
  await api.post(`${parts}/fields`, { name: "text", title: "Message", required: true, settings: { type: "text" } });
  const options = ["yes", "no"].map((value) => ({ value, text: value }));
  const settings = { type: "label_selection", options };
  await api.post(`${parts}/questions`, { name: "ok", title: "Fine?", required: true, settings });
  await api.post(`${parts}/metadata-properties`, { name: "channel", title: "Channel", settings: { type: "terms" } });
  await api.put(`${parts}/publish`);
  const items = ["Where is my card?", "My card is late"].map((text, at) => ({
    ...{ external_id: `T-${at + 1}`, fields: { text }, metadata: { channel: "app" } },
  }));
  await api.post(`${parts}/records`, { items });

  await openListAs();
  await page.getByRole("link", { name: `Add records from a file to ${name}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Add records to ${name}`);
  await page
    .getByLabel("Choose a file")
    .first()
    .setInputFiles({ name: "june.csv", mimeType: "text/csv", buffer: Buffer.from(FILE) });

  const fields = page.getByRole("region", { name: "Fields" });
  await expect(fields).toContainText("no column, needed by new records");
  await page.getByRole("button", { name: /^ticket goes to/ }).click();
  await page.getByRole("menuitemradio", { name: "Id of the record" }).click();
  const body = page.getByRole("button", { name: /^body goes to/ });
  await body.press("Enter");
  await page.getByRole("menuitemradio", { name: "Field: Message" }).press("Enter");
  await expect(fields).toContainText("body");
  await expect(fields).not.toContainText("no column");
  await expect(body).toBeFocused();
  await page.keyboard.press("ControlOrMeta+Enter");

  await expect(page.getByText("Tried on 4 rows. Nothing is written yet.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Updated" })).toContainText("T-2");
  await expect(page.getByRole("row").filter({ hasText: "is empty; it must have a value" })).toBeVisible();
  await expectAccessible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText("4 rows read: 3 as in the dataset, 1 left out.")).toBeVisible();
  await expect(page.getByText("records added or updated")).toBeVisible();
  await page.getByRole("link", { name: "Open the dataset" }).click();
  await expect(page.getByRole("group", { name: "Fine?" })).toBeVisible();
  const { records } = await api.get<{ records: { count: number } }>(`/api/v1/me/datasets/${id}/metrics`);
  expect(records.count).toBe(3);
});

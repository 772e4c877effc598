import type { Page } from "@playwright/test";
import type { Api } from "./support/api.ts";
import { setUpTask } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

/** A feedback dataset that is made by hand, from its name to its first records (DSB-*, design/settings.md#drafts). */

let made = 0;
const newName = () => `by hand ${Date.now()} ${made++}`;
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const publishBar = (page: Page) => section(page, "This dataset is a draft");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

// Of a server without datasets the list, and its button, are there only until the page knows that it is empty.
test.beforeAll(({ api }) => setUpTask(api, { task: "TextClassification" }));

type Part = { readonly name: string; readonly required: boolean; readonly settings: { readonly type: string } };
async function stored(api: Api, name: string, parts: "fields" | "questions"): Promise<readonly Part[]> {
  const { items } = await api.get<{ items: { id: string; name: string }[] }>("/api/v1/me/datasets");
  const id = items.find((dataset) => dataset.name === name)?.id ?? "";
  return (await api.get<{ items: Part[] }>(`/api/v1/datasets/${id}/${parts}`)).items;
}

test("DSB-01 DSB-03 DSB-05 DSB-06 by mouse: from the list to a draft, its fields and questions, another order, and published", async ({
  page,
  api,
  openListAs,
  expectAccessible,
}) => {
  await openListAs();
  const name = newName();
  await button(page, "New dataset").click();
  await page.getByRole("menuitem", { name: "Without a file" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await button(page, "Create the draft").click();

  await button(page, "Add a field").click();
  await page.getByLabel("Title").fill("Message");
  await button(page, "Save New field").click();
  await expect(section(page, "message")).toBeVisible();
  await publishBar(page).getByRole("button", { name: "Add a question that is required." }).click();
  await button(page, "Add a question").click();
  await page.getByLabel("Title").fill("Which kind?");
  await page.getByLabel("Add an option").fill("praise");
  await button(page, "Add").click();
  await page.getByLabel("Add an option").fill("complaint");
  await button(page, "Add").click();
  await expectAccessible();
  await button(page, "Save New question").click();
  await button(page, "Add a question").click();
  await page.getByLabel("Title").fill("Why?");
  await button(page, "Text").click();
  await button(page, "Save New question").click();

  await expect(section(page, "why")).toBeVisible();
  await button(page, "Move why").hover();
  await page.mouse.down();
  const place = await button(page, "Move which_kind").boundingBox();
  await page.mouse.move((place?.x ?? 0) + 8, (place?.y ?? 0) + 8, { steps: 6 });
  await page.mouse.up();
  await section(page, "which_kind")
    .getByRole("button", { name: /^which_kind/ })
    .click();
  await section(page, "which_kind").getByRole("button", { name: "Multi label" }).click();
  await button(page, "Update which_kind").click();
  await expect(section(page, "which_kind").getByText("Saved", { exact: true })).toBeVisible();
  expect(await stored(api, name, "questions")).toMatchObject([
    { name: "why", required: false, settings: { type: "text" } },
    { name: "which_kind", required: true, settings: { type: "multi_label_selection" } },
  ]);

  await publishBar(page).getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("heading", { name: "This dataset has no records yet" })).toBeVisible();
  await expect(publishBar(page)).toHaveCount(0);
});

test("DSB-01 DSB-03 DSB-06 DSB-07 by keyboard alone: from the palette to a published dataset with pasted options", async ({
  page,
  api,
  openListAs,
}) => {
  const { keyboard } = page;
  await openListAs();
  const name = newName();
  await expect(button(page, "New dataset")).toBeVisible();
  await keyboard.press("ControlOrMeta+K");
  await page.getByRole("combobox").fill("dataset without a file");
  await keyboard.press("Enter");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await keyboard.type(name);
  await keyboard.press("Enter");
  await button(page, "Add a field").press("Enter");
  await expect(page.getByLabel("Title")).toBeFocused();
  await keyboard.type("Message 🐦");
  await keyboard.press("Enter");
  await expect(button(page, "Add a field")).toBeFocused();
  await page.getByRole("tab", { name: "Fields" }).press("ArrowRight");
  await button(page, "Add a question").press("Enter");
  await expect(page.getByLabel("Title")).toBeFocused();
  await keyboard.type("Which intent?");
  const labels = Array.from({ length: 1000 }, (_, at) => `intent ${at}`);
  await page.getByLabel("Add an option").focus();
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, labels.join("\n"));
  await expect(page.getByText("all 1,000 options")).toBeVisible();
  await keyboard.press("ControlOrMeta+S");
  await expect(button(page, "Add a question")).toBeFocused();
  const [asked] = await stored(api, name, "questions");
  expect(asked).toMatchObject({ name: "which_intent", settings: { options: { length: 1000 } } });
  expect(await stored(api, name, "fields")).toMatchObject([{ name: "message", required: true }]);
  await publishBar(page).getByRole("button", { name: "Publish", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { name: "This dataset has no records yet" })).toBeVisible();
});

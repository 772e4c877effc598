import type { Locator, Page } from "@playwright/test";
import { tabTo } from "./support/annotation.ts";
import type { Api } from "./support/api.ts";
import { hold } from "./support/held.ts";
import { setUpTask, type TaskOptions, type TaskSetup, taskPath } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

/** The settings of a task dataset, by pointer and by keys (TSG-*, LAB-*, design/settings.md). */

const LABELS = ["Street lighting", "Waste", "Noise", "Flooding"];

/** A record with predicted and annotated labels. */
const classified = (id: number, text: string, predicted: readonly string[], annotated: readonly string[] = []) => ({
  id,
  inputs: { text },
  multi_label: true,
  ...(predicted.length > 0 && {
    prediction: { agent: "model", labels: predicted.map((label) => ({ class: label, score: 0.9 })) },
  }),
  ...(annotated.length > 0 && {
    annotation: { agent: "mara", labels: annotated.map((label) => ({ class: label, score: 1 })) },
    status: "Validated",
  }),
});

const open = (api: Api, role?: TaskOptions["role"]): Promise<TaskSetup> =>
  setUpTask(api, {
    task: "TextClassification",
    ...(role && { role }),
    labels: LABELS,
    tags: { lang: "en" },
    records: [
      classified(1, "The bins are full by ten.", ["Waste"], ["Waste"]),
      classified(2, "There are rats.", ["Waste", "Noise"]),
      classified(3, "The lamp is dark.", ["Street lighting"], ["Street lighting"]),
    ],
  });
const addressOf = ({ workspace, dataset }: TaskSetup, tab = ""): string =>
  `/datasets/${workspace}/${dataset}/settings${tab && `#${tab}`}`;

const tab = (page: Page, name: string): Locator => page.getByRole("tab", { name });
const grip = (page: Page, text: string): Locator => page.getByRole("button", { name: `Move ${text}`, exact: true });
const field = (page: Page): Locator => page.getByLabel(/^New (labels|entities)$/);
const update = (page: Page): Locator => page.getByRole("button", { name: /^Update/ });
const savedMark = (page: Page): Locator => page.getByRole("tabpanel").getByText("Saved", { exact: true });
const toast = (page: Page): Locator => page.getByRole("region", { name: "Notifications" });
const rows = (page: Page): Locator => page.getByRole("table").getByRole("row");

/** Removes the right while the action's request is held. Otherwise another request could report the loss first. */
async function actAsLost(page: Page, act: Locator, lose: () => Promise<unknown>): Promise<void> {
  const letGo = await hold(page, "**/api/datasets/**");
  await act.click();
  await lose();
  letGo();
}

type Stored = { readonly label_schema: { readonly labels: readonly { readonly name: string }[] } };
async function stored(api: Api, setup: TaskSetup, task = "TextClassification"): Promise<readonly string[]> {
  const { label_schema } = await api.get<Stored>(taskPath(setup, `/${task}/settings`));
  return label_schema.labels.map(({ name }) => name);
}

async function dragBelow(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover();
  await page.mouse.down();
  const place = await to.boundingBox();
  await page.mouse.move((place?.x ?? 0) + 8, (place?.y ?? 0) + 12, { steps: 8 });
  await page.mouse.up();
}

test("RTE-06 RTE-16 TSG-01 LAB-13 LAB-15 TOA-20 by pointer: from the list to the labels; dragged, added, saved by one Update; leaving asks", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await open(api);
  await signIn();
  await page.goto(`/datasets?workspaces=${setup.workspace}`);
  await page.getByRole("link", { name: `Settings of ${setup.dataset}` }).click();
  await expect(page).toHaveURL(addressOf(setup));
  await expect(page.getByText("3, of them 2 validated")).toBeVisible();
  await tab(page, "Labels").click();
  await expect(rows(page).nth(2)).toContainText("Waste");
  await expect(rows(page).nth(2).getByRole("cell")).toContainText(["", "2", "2", "1"]);

  await dragBelow(page, grip(page, "Flooding"), grip(page, "Waste"));
  await expect(rows(page).nth(2)).toContainText("Floodingwas 4");
  await field(page).fill("Dogs, Noise, Ferries");
  await expect(page.getByText("Noise is there already.")).toBeVisible();
  await expect(tab(page, "Labels").getByRole("img", { name: "not saved" })).toBeVisible();

  await page.getByRole("link", { name: "Home", exact: true }).click();
  await expect(toast(page).getByText("Changes to these settings are not saved.")).toBeVisible();
  await toast(page).getByRole("button", { name: "Dismiss" }).click();
  await expect(page).toHaveURL(addressOf(setup, "labels"));
  expect(await stored(api, setup)).toEqual(LABELS);

  await update(page).click();
  await expect(savedMark(page)).toBeVisible();
  await expect(toast(page).getByText("The labels are updated!")).toBeVisible();
  expect(await stored(api, setup)).toEqual(["Street lighting", "Flooding", "Waste", "Noise", "Dogs", "Ferries"]);
  await expect(rows(page)).toHaveCount(7);
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page).toHaveURL(/\/datasets$/);
});

test("TSG-01 LAB-04 LAB-14 LAB-19 by keys alone: labels are moved and put back, new ones typed, marked and saved", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await open(api);
  await signIn();
  await page.goto(addressOf(setup));
  await tabTo(page, tab(page, "Info"));
  await page.keyboard.press("ArrowRight");
  await tabTo(page, grip(page, "Noise"));
  for (const key of ["Space", "Home", "Escape"]) await page.keyboard.press(key);
  await expect(rows(page).nth(3)).toContainText("Noise");
  for (const key of ["Space", "ArrowUp", "Space"]) await page.keyboard.press(key);
  await expect(rows(page).nth(2)).toContainText("Noisewas 3");
  await expect(grip(page, "Noise")).toBeFocused();
  await page.keyboard.press("Control+s");
  await expect(savedMark(page)).toBeVisible();
  expect(await stored(api, setup)).toEqual(["Street lighting", "Noise", "Waste", "Flooding"]);

  await tabTo(page, field(page));
  await page.keyboard.type("Waste,");
  await expect(page.getByRole("button", { name: "Leave out Waste" })).toBeVisible();
  for (const key of ["Enter", "Backspace"]) await page.keyboard.press(key);
  await expect(toast(page).getByText('The labels "Waste" already exist in the list of labels')).toBeVisible();
  await expect(field(page)).toHaveValue("Waste");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Dogs on leads");
  for (const key of ["Enter", "Enter"]) await page.keyboard.press(key);
  await expect(rows(page)).toHaveCount(6);
  expect(await stored(api, setup)).toEqual(["Street lighting", "Noise", "Waste", "Flooding", "Dogs on leads"]);
});

test("LAB-20 TOA-20 design/states.md a label that got a record meanwhile cannot be taken out: the server's reason stands beside the labels; of a dataset that was deleted the next tab says so", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const setup = await open(api);
  await signIn();
  await test.step("a label that got a record meanwhile", async () => {
    await page.goto(addressOf(setup, "labels"));
    await expect(rows(page).nth(4)).toContainText("Flooding00");
    await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(1);
    await setup.log([classified(9, "The cellar is full.", [], ["Flooding"])]);
    await rows(page).nth(4).hover();
    await page.getByRole("button", { name: "Remove Flooding" }).click();
    await update(page).click();
    const text = `STATUS:400 The labels of the dataset ${setup.dataset} with task TextClassification could not be saved`;
    await expect(toast(page).getByText(text)).toBeVisible();
    await expect(page.getByRole("tabpanel").getByRole("alert")).toContainText(
      "The label Flooding was found in the dataset",
    );
    await expectAccessible();
    expect(await stored(api, setup)).toEqual(LABELS);
    await page.getByRole("button", { name: /^Cancel/ }).click();
    await expect(rows(page)).toHaveCount(5);
  });
  await test.step("deleted while only its facts are read: the next tab that asks about it says so", async () => {
    await tab(page, "Info").click();
    // The tab of the labels has not asked yet.
    await page.reload();
    await expect(page.getByRole("tab", { name: "Info" })).toHaveAttribute("aria-selected", "true");
    await expect(page.getByText("4, of them 3 validated")).toBeVisible();
    await actAsLost(page, tab(page, "Labels"), () => api.delete(taskPath(setup)));
    await expect(page.getByRole("heading", { name: `${setup.dataset} was deleted` })).toBeVisible();
  });
});

test("TSG-07 LAB-11 ROL-06 an admin saves the entities that were found in the records by one press", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const of = (label: string) => ({
    text: "We left Lyttelton",
    tokens: ["We", "left", "Lyttelton"],
    prediction: { agent: "model", entities: [{ start: 8, end: 17, label, score: 0.9 }] },
  });
  const records = ["Place", "Place", "Vessel", "אונייה"].map((label, id) => ({ id, ...of(label) }));
  const setup = await setUpTask(api, { task: "TokenClassification", records, role: "admin" });
  await signIn(setup.person.username, setup.person.password);
  await page.goto(addressOf(setup, "labels"));
  await expect(page.getByText("These entities are not saved as the dataset's labels yet.")).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Save 3 labels" }).click();
  await expect(toast(page).getByText("The labels are updated!")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save 3 labels" })).toHaveCount(0);
  expect(await stored(api, setup, "TokenClassification")).toHaveLength(3);
});

test("TSG-01 ROL-05 an annotator reads the facts, and finds nothing to change", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const setup = await open(api);
  await signIn(setup.person.username, setup.person.password);
  await page.goto(addressOf(setup, "labels"));
  await expect(page.getByText("Text classification", { exact: true })).toBeVisible();
  for (const role of ["tab", "textbox", "table"] as const) await expect(page.getByRole(role)).toHaveCount(0);
  await expectAccessible();
});

test("LAB-16 ROL-05 an admin who loses the right while they edit reads on, and is told what was not saved", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const setup = await open(api, "admin");
  await signIn(setup.person.username, setup.person.password);
  await page.goto(addressOf(setup, "labels"));
  await field(page).fill("Dogs");
  await actAsLost(page, update(page), () =>
    api.delete(`/api/v1/workspaces/${setup.workspaceId}/users/${setup.person.id}`),
  );
  await expect(page.getByText("You may not change the labels of this dataset any more. Not saved: Dogs")).toBeVisible();
  await expect(page.getByRole("tab")).toHaveText(["Info", "Labels"]);
  await expect(toast(page).getByRole("alert")).toHaveCount(0);
  await expectAccessible();
});

test("TSG-02 TSG-04 TSG-06 TOA-12 a text to text dataset has no labels, and is deleted once its name is typed", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await setUpTask(api, { task: "Text2Text", records: [{ id: 1, text: "Bonjour" }] });
  await signIn();
  await page.goto(addressOf(setup));
  await expect(page.getByRole("tab")).toHaveText(["Info", "Snapshots", "Danger zone"]);
  await tab(page, "Danger zone").click();
  await expect(page.getByRole("button", { name: "Delete dataset" })).toBeDisabled();
  await page.getByLabel("To go on, type the name of the dataset").fill(setup.dataset);
  await page.getByRole("button", { name: "Delete dataset" }).click();
  await expect(page).toHaveURL(/\/datasets$/);
  await expect(toast(page).getByText(`${setup.dataset} has been deleted`)).toBeVisible();
  const left = await api.get<{ name: string }[]>(`/api/datasets?workspace=${setup.workspace}`);
  expect(left).toEqual([]);
});

test("TLO-03 TLO-11 settings of no dataset are the error page; of one that is deleted while they are open the page says so, and leads to the list", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const setup = await open(api);
  await signIn();
  await page.goto(addressOf({ ...setup, dataset: "nothing" }));
  await expect(page.getByText("Not found dataset named nothing")).toBeVisible();
  await page.goto(addressOf(setup, "labels"));
  await field(page).fill("Dogs");
  await actAsLost(page, update(page), () => api.delete(taskPath(setup)));
  await expect(page.getByRole("heading", { name: `${setup.dataset} was deleted` })).toBeVisible();
  await expectAccessible();
  await page.getByRole("link", { name: "To the datasets" }).click();
  await page.waitForURL("**/datasets");
});

test("LAB-05 LAB-19 3,000 labels with names of any kind: found, moved to the first place, dragged with the list scrolling on", async ({
  page,
  api,
  signIn,
}) => {
  const odd = ["x".repeat(200), "מלה עברית", "👩‍👩‍👧 family", "<b>bold</b>"];
  const labels = [...odd, ...Array.from({ length: 2996 }, (_, place) => `label ${place}`)];
  const setup = await setUpTask(api, { task: "TextClassification", labels });
  await signIn();
  await page.goto(addressOf(setup, "labels"));
  await expect(page.getByRole("table")).toHaveAttribute("aria-rowcount", "3001");
  await expect(page.getByText("<b>bold</b>")).toBeVisible();
  expect(await rows(page).count()).toBeLessThan(100);

  await page.getByRole("searchbox", { name: "Find a label" }).fill("label 2995");
  await grip(page, "label 2995").focus();
  for (const key of ["Space", "Home", "Space"]) await page.keyboard.press(key);
  await expect(rows(page).nth(1)).toContainText("1label 2995had no key");
  await page.getByRole("searchbox", { name: "Find a label" }).fill("");
  await expect(rows(page).nth(1)).toContainText("label 2995");

  await grip(page, "label 0").focus();
  for (const key of ["Space", "End", "Space"]) await page.keyboard.press(key);
  await expect(grip(page, "label 0")).toBeFocused();
  await expect(rows(page).last()).toContainText("label 0");

  const moved = grip(page, "label 2994");
  await moved.hover();
  await page.mouse.down();
  const column = await page.locator("[data-column]").boundingBox();
  await page.mouse.move((column?.x ?? 0) + 40, (column?.y ?? 0) + 20, { steps: 5 });
  await expect(grip(page, "label 2960")).toBeInViewport();
  await page.mouse.up();
  await update(page).click();
  await expect(savedMark(page)).toBeVisible();
  const saved = await stored(api, setup);
  expect(saved).toHaveLength(3000);
  expect([...saved].sort()).toEqual([...labels].sort());
  expect(saved[0]).toBe("label 2995");
  expect(saved.at(-1)).toBe("label 0");
  expect(saved.indexOf("label 2994")).toBeLessThan(2970);
});

test("LAY-02 edited labels and the snapshots, at 1440 and 450 px: no finding of axe, nothing beside the page", async ({
  page,
  api,
  signIn,
  expectAccessibleIn,
}) => {
  const setup = await open(api);
  await signIn();
  await page.goto(addressOf(setup));
  for (const name of ["Labels", "Snapshots"]) {
    await tab(page, name).click();
    await expect(page.getByRole("tabpanel", { name })).toBeVisible();
    if (name === "Labels") await field(page).fill("Dogs, Waste");
    await expectAccessibleIn(["light", "dark"]);
    for (const width of [1440, 450]) {
      await page.setViewportSize({ width, height: 900 });
      const beside = await page.evaluate(() => {
        const column = document.querySelector("[data-column]");
        return [document.documentElement, ...(column ? [column] : [])].some(
          ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
        );
      });
      expect(beside, `${name} at ${width}`).toBe(false);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    if (name === "Labels") await page.getByRole("button", { name: /^Cancel/ }).click();
  }
});

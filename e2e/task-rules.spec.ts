import type { Page } from "@playwright/test";
import type { Api } from "./support/api.ts";
import { test as base, expect } from "./support/test.ts";

/** The rules mode of a text classification dataset, on the real server (design/task-rules.md). */

const LABELS = ["Lighting", "Parking", "Trees", "Noise", "Waste"];
const TEXTS: readonly (readonly [text: string, label: string | null])[] = [
  ["The lamp at the gate is out.", "Lighting"],
  ["A car hit the lamp in the car park.", "Parking"],
  ["Lamps and trees in the park.", null],
  ["The tree has lost a branch.", null],
  ["Loud music in the park.", null],
  ["The bin is full, and a/b is in it.", null],
];

type Inbox = { readonly workspace: string; readonly name: string };
let made = 0;

async function setUpInbox(api: Api, { rules = true } = {}): Promise<Inbox> {
  made += 1;
  const inbox = { workspace: `rules-${made}`, name: "inbox" };
  const within = `workspace=${inbox.workspace}`;
  await api.post("/api/workspaces", { name: inbox.workspace });
  await api.post("/api/datasets", { ...inbox, task: "TextClassification" });
  await api.put(`/api/datasets/TextClassification/inbox/settings?${within}`, { label_schema: { labels: LABELS } });
  const records = TEXTS.map(([text, label], at) => ({
    id: `r${at + 1}`,
    inputs: { text },
    ...(label !== null && { status: "Validated", annotation: { agent: "mara", labels: [{ class: label }] } }),
  }));
  await api.post(`/api/datasets/inbox/TextClassification:bulk?${within}`, { records });
  for (const [query, label] of rules ? RULES : [])
    await api.post(`/api/datasets/inbox/TextClassification/labeling/rules?${within}`, { query, labels: [label] });
  return inbox;
}

const RULES = [
  ["lamp*", "Lighting"],
  ["park", "Parking"],
  ["tree*", "Trees"],
] as const;

const rulesOf = (api: Api, { workspace, name }: Inbox) =>
  api.get<{ query: string; labels: string[]; description: string }[]>(
    `/api/datasets/${name}/TextClassification/labeling/rules?workspace=${workspace}`,
  );
const recordOf = (api: Api, { workspace, name }: Inbox, id: string) =>
  api.get<{
    status: string;
    prediction: { agent: string; labels: { class: string; score: number }[] } | null;
    predictions: object | null;
    annotation: { labels: { class: string }[] } | null;
  }>(`/api/datasets/${name}/records/${id}?workspace=${workspace}`);

const open = (page: Page, { workspace, name }: Inbox, query = "") =>
  page.goto(
    `/datasets/${workspace}/${name}?viewMode=labelling-rules${query === "" ? "" : `&query=${encodeURIComponent(JSON.stringify({ text: query }))}`}`,
  );
/** Makes a dataset, and opens its rules as its owner with a query. */
const test = base.extend<{ openRules: (query?: string, options?: { readonly rules: boolean }) => Promise<Inbox> }>({
  openRules: async ({ page, api, signIn }, use) =>
    use(async (query, options) => {
      const inbox = await setUpInbox(api, options);
      await signIn();
      await open(page, inbox, query);
      return inbox;
    }),
});
const search = (page: Page) => page.getByRole("search").getByRole("searchbox");
const label = (page: Page, text: string) =>
  page.getByRole("group", { name: "Labels of the rule" }).getByRole("button", { name: text, exact: true });
const said = (page: Page, text: string) =>
  page.getByRole("region", { name: "Rule", exact: true }).getByRole("status").getByText(text, { exact: true });
const figures = (page: Page, metric: string) =>
  page
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: metric, exact: true }) })
    .getByRole("cell");

test("RUL-15 AUT-32 a rule that is being written is there again after a reload, and from the list of work on this device", async ({
  page,
  openRules,
  api,
}) => {
  const inbox = await openRules("bin", { rules: false });
  await label(page, "Waste").click();
  const description = page.getByRole("textbox", { name: "Description" });
  await description.fill("What is thrown away");
  await expect(page.getByRole("button", { name: "Rule saved on this device only" })).toBeVisible();
  await page.reload();
  await expect(label(page, "Waste")).toHaveAttribute("aria-pressed", "true");
  await expect(description).toHaveValue("What is thrown away");
  await open(page, inbox, "park");
  await expect(figures(page, "Records").first()).toHaveText("3");
  await expect(page.getByRole("button", { name: "Rule saved on this device only" })).toBeVisible();
  await page.goto("/user-settings");
  await page.getByRole("link", { name: `Open the rule bin for ${inbox.name}` }).click();
  await expect(label(page, "Waste")).toHaveAttribute("aria-pressed", "true");
  await expect(description).toHaveValue("What is thrown away");
  await page.keyboard.press("Control+s");
  await expect(said(page, "Saved")).toBeVisible();
  await expect(page.getByRole("button", { name: "All changes saved" })).toBeVisible();
  expect(await rulesOf(api, inbox)).toMatchObject([{ query: "bin", labels: ["Waste"] }]);
});

test("RUL-24 RUL-08 RUL-13 RUL-20 TAN-12 TOA-11 by keyboard alone, from the mode to a stored rule and on to its deletion", async ({
  page,
  openRules,
  api,
  expectAccessible,
}) => {
  const inbox = await openRules("", { rules: false });
  await expect(page.getByText("Type a query above to start a rule.")).toBeVisible();
  await page.keyboard.press("/");
  await expect(search(page)).toBeFocused();
  await page.keyboard.type("a\\/b OR bin");
  await page.keyboard.press("Enter");
  await expect(label(page, "Lighting")).toBeFocused();
  await expect(page.getByRole("feed").getByRole("article")).toHaveCount(1);
  await page.keyboard.press("5");
  await expect(label(page, "Waste")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Control+s");
  await expect(said(page, "Saved")).toBeVisible();
  expect(await rulesOf(api, inbox)).toMatchObject([
    { query: "a\\/b OR bin", labels: ["Waste"], description: "a\\/b OR bin" },
  ]);
  await expect(figures(page, "Coverage").first()).toHaveText("16.7 %");
  await expect(figures(page, "Coverage").last()).toHaveText("16.7 %");
  // Changed, and stored anew: it is there already (409, then PATCH).
  await page.keyboard.press("4");
  await expect(page.getByText("Changed since saved")).toBeVisible();
  await page.keyboard.press("Control+s");
  await expect(said(page, "Saved")).toBeVisible();
  expect(await rulesOf(api, inbox)).toMatchObject([{ labels: ["Noise"] }]);
  await expectAccessible();
  await page.getByRole("button", { name: "All rules" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("table", { name: "Rules" })).toBeVisible();
  await page.getByRole("button", { name: "Delete the rule a\\/b OR bin" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alertdialog")).toContainText("a\\/b OR bin");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Rule 'a\\/b OR bin' is deleted")).toBeVisible();
  expect(await rulesOf(api, inbox)).toEqual([]);
});

test("RUL-24 TSE-25 VST-04 rows are read-only, what was found is marked, and a contradiction is said; another mode is saved, hides the list of rules and is in the address", async ({
  page,
  openRules,
}) => {
  await openRules("lamp*");
  await test.step("read-only rows, with what was found, and a contradiction in words", async () => {
    const rows = page.getByRole("feed").getByRole("article");
    await expect(rows).toHaveCount(3);
    await expect(label(page, "Lighting")).toHaveAttribute("aria-pressed", "true");
    await expect(rows.nth(0)).not.toContainText("contradicts the rule");
    await expect(rows.nth(1)).toContainText("contradicts the rule");
    await expect(rows.nth(2)).toContainText("not annotated");
    await expect(rows.nth(1).locator("mark")).toHaveText(["lamp"]);
    await expect(rows.getByRole("checkbox")).toHaveCount(0);
    await expect(figures(page, "Records").first()).toHaveText("3");
    await expect(figures(page, "Annotated coverage").first()).toHaveText("100 %2 of 2");
    await expect(figures(page, "Precision").last()).toHaveText("66.7 %");
  });
  await test.step("another mode and back", async () => {
    await page.getByRole("button", { name: "All rules" }).click();
    await expect(page.getByRole("table", { name: "Rules" })).toBeVisible();
    await page.getByRole("button", { name: "Explore" }).click();
    await expect(page.getByRole("table", { name: "Rules" })).toHaveCount(0);
    await expect(page).toHaveURL(/viewMode=explore/);
    await page.getByRole("group", { name: "Mode" }).getByRole("button", { name: "Rules" }).click();
    await expect(page).toHaveURL(/viewMode=labelling-rules/);
    await expect(page.getByRole("table", { name: "Rules" })).toHaveCount(0);
    await expect(page.getByRole("feed").getByRole("article")).toHaveCount(3);
  });
});

test("RUL-24 by mouse: conflicts by pair, a sample, and rules applied as suggestions that leave people's work alone", async ({
  page,
  openRules,
  api,
  expectAccessible,
}) => {
  const inbox = await openRules("lamp*");
  await page.getByRole("button", { name: "Conflicts" }).click();
  const conflicts = page.getByRole("list", { name: "Records on which rules disagree" });
  await expect(conflicts.locator("> li")).toHaveCount(2);
  await expect(conflicts.locator("> li").first().locator("mark")).toHaveText(["lamp", "park"]);
  await expectAccessible();
  await page
    .getByRole("region", { name: "Pairs of rules" })
    .getByRole("button", { name: /park.*tree/ })
    .click();
  await expect(conflicts.locator("> li")).toHaveCount(1);
  // The address says if conflicts are shown, and which: reload, back, forward and a link keep them.
  await page.reload();
  await expect(page.getByText("1 of 2 records")).toBeVisible();
  await page.goBack();
  await expect(conflicts.locator("> li")).toHaveCount(2);
  await page.goBack();
  await expect(search(page)).toHaveValue("lamp*");
  await page.goForward();
  await expect(conflicts.locator("> li")).toHaveCount(2);
  await page.getByRole("button", { name: "Edit rule tree*" }).click();
  await expect(label(page, "Trees")).toHaveAttribute("aria-pressed", "true");
  await page.goBack();
  await expect(conflicts.locator("> li")).toHaveCount(2);
  await page.goForward();
  await expect(label(page, "Trees")).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "2 at random" }).click();
  const sample = page.getByRole("region", { name: "Sample of the records the rule matches" });
  await expect(sample.getByRole("listitem")).toHaveCount(2);
  await page.keyboard.press("y");
  await page.keyboard.press("n");
  await expect(page.getByText("2 of 2 marked")).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "All matches" }).click();
  await page.getByRole("button", { name: "Apply as suggestions" }).click();
  const dialog = page.getByRole("dialog", { name: "Apply as suggestions" });
  await expect(dialog.getByRole("button", { name: "Apply to 2 records" })).toBeVisible();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Apply to 2 records" }).click();
  await expect(page.getByRole("dialog", { name: "Rules applied" })).toContainText("2 records have a suggestion");
  expect((await recordOf(api, inbox, "r4")).prediction).toMatchObject({ agent: "rules", labels: [{ class: "Trees" }] });
  expect((await recordOf(api, inbox, "r5")).prediction).toMatchObject({
    agent: "rules",
    labels: [{ class: "Parking" }],
  });
  for (const id of ["r1", "r2", "r3", "r6"]) expect((await recordOf(api, inbox, id)).prediction).toBeNull();
  expect(await recordOf(api, inbox, "r1")).toMatchObject({
    status: "Validated",
    annotation: { labels: [{ class: "Lighting" }] },
  });
  await page.getByRole("button", { name: "Close" }).click();
  // The scores of those that are applied again are their rules' precisions, and annotated records may be among them.
  await page.getByRole("button", { name: "Apply as suggestions" }).click();
  await dialog.getByRole("radiogroup", { name: "Records" }).getByRole("radio", { name: /^All/ }).check();
  await dialog.getByRole("radio", { name: /both/ }).check();
  await dialog.getByRole("button", { name: "Apply to 5 records" }).click();
  await expect(page.getByRole("dialog", { name: "Rules applied" })).toContainText("5 records have a suggestion");
  const first = await recordOf(api, inbox, "r1");
  expect(first).toMatchObject({ status: "Validated", prediction: { labels: [{ class: "Lighting", score: 0.5 }] } });
  expect(first.annotation).toMatchObject({ labels: [{ class: "Lighting" }] });
  const { total } = await api.post<{ total: number }>(
    `/api/datasets/inbox/TextClassification:search?workspace=${inbox.workspace}&limit=0`,
    { query: { annotated_as: ["Lighting", "Parking"] } },
  );
  expect(total).toBe(2);
});

test("RUL-24 Enter applies the query and chooses no label; what is typed in the box is the rule that is saved, also when nobody pressed Enter", async ({
  page,
  openRules,
  api,
}) => {
  const inbox = await openRules();
  await test.step("a stored rule is shown as it is stored", async () => {
    await search(page).fill("tree*");
    await search(page).press("Enter");
    await expect(said(page, "Saved with these labels")).toBeVisible();
    await expect(label(page, "Lighting")).toBeFocused();
    await expect(label(page, "Lighting")).toHaveAttribute("aria-pressed", "false");
    await expect(label(page, "Trees")).toHaveAttribute("aria-pressed", "true");
  });
  await test.step("what is typed in the box is the rule that is saved", async () => {
    await search(page).fill("park");
    await search(page).press("Enter");
    await expect(label(page, "Parking")).toHaveAttribute("aria-pressed", "true");
    await search(page).fill("branch");
    // Control+S acts on the rule of the typed query, not on the stored rule.
    await search(page).press("Control+s");
    await expect(search(page)).toHaveValue("branch");
    await search(page).fill("bin");
    await label(page, "Waste").click();
    await page.getByRole("button", { name: "Save rule" }).click();
    await expect(said(page, "Saved")).toBeVisible();
    expect((await rulesOf(api, inbox)).map(({ query, labels }) => [query, ...labels])).toEqual(
      expect.arrayContaining([
        ["park", "Parking"],
        ["bin", "Waste"],
      ]),
    );
    expect(await rulesOf(api, inbox)).toHaveLength(4);
  });
});

test("RUL-24 what an agent predicted gives way to a suggestion, stands in the record's details, and is back as it was by Undo", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const { workspace, name } = await setUpInbox(api);
  const by = (agent: string, ...labels: object[]) => ({ agent, labels });
  const [sure, unsure] = [by("model-a", { class: "Noise", score: 0.7 }, { class: "Waste", score: 0.3 }), "model-b"];
  const log = (prediction: object) =>
    api.post(`/api/datasets/${name}/TextClassification:bulk?workspace=${workspace}`, {
      records: [{ id: "r4", inputs: { text: TEXTS[3]?.[0] }, prediction }],
    });
  await log(by(unsure, { class: "Trees", score: 0.5 }));
  await log(sure);
  type Predicted = { readonly prediction: unknown; readonly predictions: unknown };
  const predicted = async () => {
    const { prediction, predictions } = await api.get<Predicted>(
      `/api/datasets/${name}/records/r4?workspace=${workspace}`,
    );
    return { prediction, predictions };
  };
  const before = await predicted();
  await signIn();
  await page.goto(`/datasets/${workspace}/${name}?viewMode=labelling-rules`);
  await page.getByRole("button", { name: "Apply as suggestions" }).click();
  await page.getByRole("button", { name: /^Apply to/ }).click();
  const done = page.getByRole("dialog", { name: "Rules applied" });
  await expect(done).toContainText("1 of them showed the prediction of another agent.");
  await expectAccessible();
  const suggested = await predicted();
  expect(suggested.prediction).toMatchObject({ agent: "rules" });

  const other = await page.context().newPage();
  await other.goto(`/datasets/${workspace}/${name}?query=${encodeURIComponent('{"text":"branch"}')}`);
  await other.getByRole("button", { name: "More about this record" }).click();
  await other.getByRole("menuitem", { name: "Record details" }).click();
  const details = other.getByRole("dialog");
  await expect(details.getByRole("term").filter({ hasText: /^(rules|model-.)$/ })).toHaveText([
    "rules",
    "model-b",
    "model-a",
  ]);
  await expect(details).toContainText("Noise 70 %, Waste 30 %");
  await other.close();

  await done.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("dialog", { name: "Suggestions removed" })).toBeVisible();
  expect(await predicted()).toEqual(before);
});

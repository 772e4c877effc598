import type { Page } from "@playwright/test";
import type { Api } from "./support/api.ts";
import { expect, test } from "./support/test.ts";

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

test("RUL-24 RUL-08 RUL-13 RUL-20 TAN-12 TOA-11 by keyboard alone, from the mode to a stored rule and on to its deletion", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const inbox = await setUpInbox(api, { rules: false });
  await signIn();
  await open(page, inbox);
  await expect(page.getByText("Type a query above to start a rule")).toBeVisible();
  await expectAccessible();
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
  await expectAccessible();
  await page.getByRole("button", { name: "Delete the rule a\\/b OR bin" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alertdialog")).toContainText("a\\/b OR bin");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Rule 'a\\/b OR bin' is deleted")).toBeVisible();
  expect(await rulesOf(api, inbox)).toEqual([]);
});

test("RUL-24 TSE-25 rows are read-only, what was found is marked, and a contradiction is said in words", async ({
  page,
  api,
  signIn,
}) => {
  const inbox = await setUpInbox(api);
  await signIn();
  await open(page, inbox, "lamp*");
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

test("VST-04 RUL-24 another mode is saved, hides the list of rules and is in the address; coming back shows the records", async ({
  page,
  api,
  signIn,
}) => {
  const inbox = await setUpInbox(api);
  await signIn();
  await open(page, inbox, "lamp*");
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

test("RUL-24 by mouse: conflicts by pair, a sample, and rules applied as suggestions that leave people's work alone", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const inbox = await setUpInbox(api);
  await signIn();
  await open(page, inbox, "lamp*");
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
  await page.getByRole("button", { name: "Edit rule tree*" }).click();
  await expect(label(page, "Trees")).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "20 at random" }).click();
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

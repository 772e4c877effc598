import { readdirSync, readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import type { Api } from "./support/api.ts";
import { addPerson } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/** A new dataset from a file, from the page (IMP-01 to IMP-06, design/import.md). */

const LABELS = ["card_arrival", "top_up_failed", "كلمة السر 🐦"];
/** Every 40th row has no text, and becomes no record. */
const rows = (count: number, more: string): string[] =>
  Array.from({ length: count }, (_, at) =>
    [
      at % 40 === 7 ? "" : `"Where is my card, number ${at}? It has not come yet, and I wait${more}."`,
      LABELS[at % LABELS.length],
      String((at % 5) + 1),
      at % 2 === 0 ? "app" : "web",
    ].join(","),
  );
const csv = (count: number, more = "") =>
  Buffer.from(["message,intent,urgency,channel", ...rows(count, more)].join("\n"));
const MANY = 30_000;

let made = 0;
const newName = () => `imported-${process.pid}-${made++}`;

const choose = async (page: Page, name: string, buffer: Buffer) => {
  await page.goto("/datasets/new");
  await page.getByLabel("Choose a file").first().setInputFiles({ name, mimeType: "text/csv", buffer });
};
const step = (page: Page, name: string): Locator =>
  page.getByRole("region", { name: new RegExp(`^(Step \\d: )?${name}$`) });
const role = (page: Page, column: string): Locator => page.getByRole("button", { name: `${column} becomes:` });
const create = (page: Page): Locator => page.getByRole("button", { name: "Create dataset" });
/** Holds the processes in which the server reads files, so that an import lasts until they go on. */
function holdReaders(pid: number): { goOn(): void } {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const children = tasks.flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" "));
  const readers = children.filter(Boolean).map(Number);
  const tell = (signal: NodeJS.Signals) => {
    for (const reader of readers) process.kill(reader, signal);
  };
  tell("SIGSTOP");
  return { goOn: () => tell("SIGCONT") };
}

const done = (page: Page): Locator => page.getByRole("link", { name: "Start labeling" });

async function recordsOf(api: Api, name: string): Promise<number> {
  const { items } = await api.get<{ items: { id: string; name: string }[] }>("/api/v1/me/datasets");
  const found = items.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no dataset ${name}`);
  const { records } = await api.get<{ records: { count: number } }>(`/api/v1/me/datasets/${found.id}/metrics`);
  return records.count;
}

test("IMP-01 IMP-03 IMP-04 IMP-05 IMP-06 by mouse: a table becomes a dataset, with a role, a question and a title of one's own; bad rows are listed @main", async ({
  page,
  api,
  openListAs,
  expectAccessible,
  browserName,
}) => {
  await openListAs();
  const ways = page.getByRole("button", { name: "New dataset" });
  const first = page.getByRole("link", { name: "Choose a file" });
  await ways.or(first).click();
  // A server without datasets has no menu.
  await page
    .getByRole("menuitem", { name: "From a file" })
    .or(page.getByRole("heading", { name: "Drop a file here" }))
    .click();
  await expect(page.getByRole("heading", { name: "Drop a file here" })).toBeVisible();
  await page
    .getByLabel("Choose a file")
    .first()
    .setInputFiles({ name: "notes.ods", mimeType: "application/x", buffer: Buffer.from("PK") });
  await expect(page.getByRole("alert")).toContainText("notes.ods is no file that can be read here.");
  const name = newName();
  await page
    .getByLabel("Choose a file")
    .first()
    .setInputFiles({ name: `${name}.csv`, mimeType: "text/csv", buffer: csv(200) });

  await expect(role(page, "message")).toHaveText("Field");
  await expect(step(page, "Columns").getByText("3 different short values: labels")).toBeVisible();
  await expect(
    page.getByText("195 rows become records with 1 field, 1 question, 2 metadata. 5 rows cannot"),
  ).toBeVisible();
  await role(page, "urgency").click();
  const menu = page.getByRole("dialog", { name: "What urgency becomes" });
  await expect(menu.getByRole("button", { name: /^Vector/ })).toHaveAttribute("aria-disabled", "true");
  if (browserName === "chromium") await expectAccessible();
  await menu.getByRole("button", { name: "Rating question" }).click();
  await page.keyboard.press("Escape");
  await expect(role(page, "urgency")).toHaveText("Rating question");
  await expect(role(page, "channel")).toHaveText("Metadata");
  await step(page, "Questions")
    .getByRole("button", { name: /^intent/ })
    .click();
  await page.getByLabel("Title", { exact: true }).fill("Which intent?");
  await expect(step(page, "Preview").getByRole("group", { name: "Which intent?" })).toBeVisible();
  await page.getByRole("button", { name: "Add a question" }).click();
  await page.getByLabel("Title", { exact: true }).last().fill("What should the reply say?");
  await expect(page.getByText("195 rows become records with 1 field, 3 questions, 1 metadata.")).toBeVisible();
  if (browserName === "chromium") await expectAccessible();
  await create(page).click();

  await expect(done(page)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(page.getByText("195 of 200 rows")).toBeVisible();
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(6);
  await expect(page.getByRole("cell", { name: "message", exact: true })).toHaveCount(5);
  expect(await recordsOf(api, name)).toBe(195);
  if (browserName === "chromium") {
    await expectAccessible();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download refused rows" }).click();
    expect((await saved).suggestedFilename()).toContain("refused");
  }
  await done(page).click();
  await expect(page.getByRole("group", { name: "Which intent?" })).toBeVisible();
  await expect(page.getByRole("group", { name: "What should the reply say?" })).toBeVisible();
});

test.describe("with the clipboard", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });

  test("IMP-01 IMP-04 by keyboard alone: rows are pasted, a role is said, a question is moved, Ctrl+Enter creates", async ({
    page,
    api,
    openListAs,
  }) => {
    await openListAs();
    await expect(page.getByRole("button", { name: "New dataset" })).toBeVisible();
    await page.keyboard.press("ControlOrMeta+K");
    await page.getByRole("combobox").fill("new dataset");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Drop a file here" })).toBeVisible();
    await page.evaluate((text) => navigator.clipboard.writeText(text), csv(60).toString().replaceAll(",", "\t"));
    await page.keyboard.press("ControlOrMeta+V");
    await expect(step(page, "File")).toContainText("rows.tsv");
    await role(page, "urgency").press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Rating question" }).press("Enter");
    await page.keyboard.press("Escape");
    await expect(role(page, "urgency")).toBeFocused();
    const grip = page
      .getByRole("button", { name: "Move Urgency" })
      .or(page.getByRole("button", { name: "Move urgency" }));
    await grip.press("Space");
    await grip.press("ArrowUp");
    await grip.press("Space");
    await expect(step(page, "Preview").getByRole("group").first()).toHaveAccessibleName(/urgency/i);
    const name = newName();
    await page.getByLabel("Name", { exact: true }).fill("-no name");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(page.getByRole("alert").last()).toContainText("begins with neither - nor _");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(done(page)).toBeVisible();
    expect(await recordsOf(api, name)).toBe(58);
  });
});

test("IMP-05 IMP-110 IMP-114 an import goes on without its page and is found again; Stop removes it, and what was said is still there", async ({
  page,
  signIn,
  api,
  server,
}) => {
  await signIn();
  const name = newName();
  await choose(page, `${name}.csv`, csv(MANY));
  await role(page, "channel").click();
  await page.getByRole("button", { name: "Ignore" }).click();
  await page.keyboard.press("Escape");
  await page.goto("/datasets/new");
  await page.getByRole("button", { name: `Go on with ${name}.csv` }).click();
  await expect(page.getByRole("main").getByText("Your changes to the columns are back.")).toBeVisible();
  await expect(role(page, "channel")).toHaveText("Ignore");
  await create(page).click();
  await expect(page.getByText("You can close this page; the import goes on.")).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("heading", { name: "The import was stopped." })).toBeVisible();
  await expect(recordsOf(api, name)).rejects.toThrow("no dataset");
  await page.getByRole("button", { name: "Back to the columns" }).click();
  await expect(role(page, "channel")).toHaveText("Ignore");

  await create(page).click();
  await expect(page.getByText("You can close this page; the import goes on.")).toBeVisible();
  const held = holdReaders(server.pid);
  await page.reload();
  await expect(page.getByText("You can close this page; the import goes on.")).toBeVisible();
  await page.goto("/datasets");
  await page.getByRole("link", { name: "1 import running" }).click();
  await expect(page.getByText("You can close this page; the import goes on.")).toBeVisible();
  held.goOn();
  await expect(done(page)).toBeVisible({ timeout: 60_000 });
  expect(await recordsOf(api, name)).toBe(MANY - MANY / 40);
});

test("IMP-03 a doubt is settled where it stands, and thousands of columns are found in pages", async ({
  page,
  signIn,
}) => {
  await signIn();
  const doubtful = [
    "text,label",
    ...Array.from({ length: 30 }, (_, at) => `letter ${at} has words,${at % 2 ? "Card" : "card"}`),
  ];
  await choose(page, "doubtful.csv", Buffer.from(doubtful.join("\n")));
  await expect(role(page, "label")).toBeVisible();
  // Playwright treats an aria-disabled button as disabled, so the click needs `force`.
  await create(page).click({ force: true });
  await expect(page.getByRole("contentinfo").getByRole("alert")).toContainText("card");
  await page.getByRole("switch", { name: "Keep labels as they are written" }).check();
  await expect(page.getByText("30 rows become records")).toBeVisible();
  await expect(create(page)).toBeEnabled();

  const names = Array.from({ length: 2000 }, (_, at) => `c${at}`);
  const wide = [
    `text,${names.join(",")}`,
    ...Array.from({ length: 5 }, (_, at) => `letter ${at},${names.map(() => at).join(",")}`),
  ];
  await choose(page, "wide.csv", Buffer.from(wide.join("\n")));
  await page.getByLabel("Find a column").fill("c1999");
  await role(page, "c1999").click();
  await page.getByRole("button", { name: "Ignore" }).click();
  await expect(role(page, "c1999")).toHaveText("Ignore");
});

test("IMP-01 narrow, wide and in the dark nothing is cut off; an annotator has no way to it", async ({
  page,
  api,
  signIn,
  openListAs,
  expectAccessibleIn,
}) => {
  const workspace = await api.post<{ id: string; name: string }>("/api/v1/workspaces", {
    name: `import-${process.pid}`,
  });
  await signIn();
  await choose(page, "sizes.csv", csv(60));
  await expect(role(page, "message")).toBeVisible();
  await expectAccessibleIn(["light", "dark"]);
  for (const width of [450, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expect(create(page)).toBeInViewport();
  }
  // The longest menu of a role scrolls as one.
  await page.setViewportSize({ width: 1024, height: 600 });
  const days = Array.from({ length: 30 }, (_, at) => `"A text, number ${at}",2026-01-${at + 1}`);
  await choose(page, "days.csv", Buffer.from(["message,day", ...days].join("\n")));
  await role(page, "day").click();
  const menu = page.getByRole("dialog");
  await menu.getByRole("button", { name: /^Metadata/ }).click();
  await menu.getByText("Dates", { exact: true }).click();
  await expect(menu.getByText("the month comes first")).toBeAttached();
  const scrolling = await menu.evaluate((dialog) => {
    const boxes = [dialog, ...dialog.querySelectorAll("*")];
    const canScroll = (box: Element) => /auto|scroll/.test(getComputedStyle(box).overflowY);
    return boxes.filter((box) => canScroll(box) && box.scrollHeight > box.clientHeight).length;
  });
  expect(scrolling).toBe(1);
  await page.keyboard.press("Escape");
  await page.evaluate(() => localStorage.clear());
  const annotator = await addPerson(api, { workspaceId: workspace.id }, "annotator", "annotator");
  await openListAs(annotator.username, annotator.password);
  await expect(page.getByText("Ask an admin for one.", { exact: false })).toBeVisible();
  await expect(page.getByRole("button", { name: "New dataset" })).toHaveCount(0);
  await page.goto("/datasets/new");
  await expect(page).toHaveURL(/\/datasets$/);
});

test("IMP-80 IMP-81 IMP-82 a large table is shown from its first MB while it is on its way; then the whole of it is created", async ({
  page,
  api,
  openListAs,
}) => {
  await openListAs();
  const name = newName();
  // Long rows: a file is large by its bytes, and each row costs the server time.
  const many = 12_000;
  const table = csv(many, " and I wait".repeat(30));
  let arrive = () => {};
  const isAwaited = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  // The whole file waits until the page has shown its beginning.
  await page.route(`**/uploads?name=${name}.csv`, async (route) => {
    await isAwaited;
    await route.continue();
  });
  await choose(page, `${name}.csv`, table);
  await expect(role(page, "message")).toHaveText("Field");
  await expect(page.getByText(/What you see is from the first MB/)).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
  await role(page, "urgency").click();
  await page
    .getByRole("dialog", { name: "What urgency becomes" })
    .getByRole("button", { name: "Rating question" })
    .click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("alert")).toContainText("The whole file has to be here and read first.");
  arrive();
  await expect(
    page.getByText("At most 11,975 rows become records with 1 field, 2 questions, 1 metadata."),
  ).toBeVisible();
  await expect(role(page, "urgency")).toHaveText("Rating question");
  const { items } = await api.get<{ items: { is_beginning: boolean }[] }>("/api/postil/v1/uploads");
  expect(items.filter((one) => one.is_beginning)).toEqual([]);
  await create(page).click();
  await expect(page.getByText("You can close this page")).toBeVisible();
});

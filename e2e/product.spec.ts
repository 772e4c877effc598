import {
  addressOf,
  FIVE_QUESTIONS,
  LETTER_FIELDS,
  letter,
  METADATA,
  openDataset,
  record,
} from "./support/annotation.ts";
import { addPerson, type Setup, setUp } from "./support/setup.ts";
import { openTask, row, setUpTask, texts } from "./support/tasks.ts";
import { expect, LONG, test } from "./support/test.ts";

/** The requirements of the product as a whole, in the browser (PRD-*). */

test.use({ loadsAhead: true });

const RULED = { task: "TextClassification", labels: ["Politics", "Sport"] } as const;
const TOKENS = { id: "t1", text: "We left Lyttelton", tokens: ["We", "left", "Lyttelton"] };

let setup: Setup;
test.beforeAll(async ({ api }) => {
  const picture = {
    ...letter(1),
    fields: { question: "What is it?", draft: "![A swift](https://example.org/swift.png)" },
  };
  setup = await setUp(api, {
    fields: LETTER_FIELDS,
    questions: FIVE_QUESTIONS,
    metadata: METADATA,
    vectors: [{ name: "mini", title: "Mini", dimensions: 2 }],
    records: [picture, letter(2), letter(3)].map((one, at) => ({ ...one, vectors: { mini: [1, at] } })),
  });
});

// Here an admin has the page of an owner.
for (const role of LONG ? (["annotator", "admin", "owner"] as const) : (["annotator", "owner"] as const))
  test(`PRD-04 PRD-05 FQU-01 an ${role} finds, compares and answers records one by one or several at once; settings are for the privileged`, async ({
    page,
    api,
    signIn,
  }) => {
    const person = await addPerson(api, setup, "any", role);
    await signIn(person.username, person.password);
    await openDataset(page, setup);
    await expect(page.getByRole("searchbox", { name: "Search records" })).toBeEnabled();
    for (const name of [/^Filter/, /^Sort/]) await expect(page.getByRole("button", { name }).first()).toBeEnabled();
    await page.getByRole("searchbox", { name: "Search records" }).fill("Letter 2");
    await page.keyboard.press("Enter");
    await expect(page.getByText("1 left")).toBeVisible();
    await page.getByRole("searchbox", { name: "Search records" }).fill("");
    await page.keyboard.press("Enter");
    await expect(page.getByText("3 left")).toBeVisible();
    await page.getByRole("button", { name: "Similar", exact: true }).click();
    await expect(page.getByRole("region", { name: "Similarity search" })).toBeVisible();
    await page.getByRole("button", { name: "End the similarity search" }).click();
    await expect(page.getByText("3 left")).toBeVisible();
    const actions = page.getByRole("group", { name: "Answer this record" }).getByRole("button");
    await expect(actions).toHaveText([/Clear/, /Discard/, /Save draft/, /Submit/]);
    for (const name of [/^Guidelines/, /^Progress/])
      await expect(page.getByRole("button", { name }).first()).toBeEnabled();
    await actions.filter({ hasText: "Discard" }).click();
    await expect(page.getByText("2 left")).toBeVisible();
    await page.goto(`${addressOf(setup)}?page=1~10`);
    await page.getByRole("checkbox", { name: "Select this page" }).click();
    await page.getByRole("button", { name: /^Discard/ }).click();
    await expect(page.getByText("2 records discarded")).toBeVisible();
    await expect(page.getByRole("button", { name: "10 a page" })).toBeEnabled();
    await page.goto(`/dataset/${setup.datasetId}/settings`);
    const controls = page.getByRole("main").getByRole("button", { name: /^(Update|Save|Delete)/ });
    await expect(page.getByRole("heading", { name: "Dataset settings" })).toBeVisible();
    if (role === "annotator") await expect(controls).toHaveCount(0);
    else await expect(controls.first()).toBeAttached();
  });

test("PRD-06 TAN-12 rules are a mode of text classification alone", async ({ page, openNewTask }) => {
  const modes = page.getByRole("group", { name: "Mode" }).getByRole("button");
  await openNewTask({ ...RULED, records: texts(1) });
  await expect(modes).toHaveText(["Annotate", "Explore", "Rules"]);
  await openNewTask({ task: "TokenClassification", labels: ["Place"], records: [TOKENS] });
  await expect(modes).toHaveText(["Annotate", "Explore"]);
  await openNewTask({ task: "Text2Text", records: [{ id: "t1", text: "Bonjour" }] }, "?viewMode=labelling-rules");
  await expect(modes).toHaveText(["Annotate", "Explore"]);
});

test.describe(() => {
  test.use({ locale: "de-DE" });

  test("PRD-01 PRD-11 in English whatever the browser speaks, both families side by side, and nothing is asked of another host", async ({
    page,
    api,
    context,
    server,
    openListAs,
  }) => {
    const hosts = new Set<string>();
    context.on("request", (request) => hosts.add(new URL(request.url()).host));
    const tasks = await setUpTask(api, { ...RULED, records: texts(1) });
    await openListAs();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(page.getByRole("heading", { name: "Datasets" })).toBeVisible();
    const table = page.getByRole("table", { name: "Datasets" });
    for (const { dataset } of [setup, tasks])
      await expect(table.getByRole("link", { name: dataset, exact: true })).toBeAttached();
    await openDataset(page, setup);
    await page.keyboard.press("Alt+g");
    for (const number of [1, 2, 3]) {
      await expect(record(page, number)).toBeVisible();
      await page.keyboard.press("ArrowRight");
    }
    await openTask(page, tasks);
    await expect(row(page, 1)).toBeVisible();
    for (const address of [`${tasks.address}/settings`, `/dataset/${setup.datasetId}/settings`, "/user-settings"]) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    }
    await page.waitForLoadState("networkidle");
    expect([...hosts]).toEqual([`127.0.0.1:${server.port}`]);
  });
});

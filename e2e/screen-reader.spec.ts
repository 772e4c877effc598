import type { Page } from "@playwright/test";
import { action, FIVE_QUESTIONS, LETTER_FIELDS, letter, METADATA, record, SUGGESTIONS } from "./support/annotation.ts";
import type { Api } from "./support/api.ts";
import { type Heard, listen } from "./support/heard.ts";
import { addPerson, setUp } from "./support/setup.ts";
import { row, setUpTask, texts } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

/**
 * The page for a screen reader: roles and names in their order, and announcements, each once and in order
 * (design/shell.md#announcements).
 */

const polite = (text: string): Heard => ({ how: "polite", text });
const assertive = (text: string): Heard => ({ how: "assertive", text });

const setUpLetters = (api: Api) =>
  setUp(api, {
    fields: LETTER_FIELDS,
    questions: FIVE_QUESTIONS,
    metadata: METADATA,
    // The first record differs from user to user (FQU-07).
    records: [letter(1, SUGGESTIONS), letter(2, SUGGESTIONS)],
  });

/** Signs in a user with letters to label, and listens to the announcements from now on. */
async function listenAs(page: Page, api: Api, signIn: (username: string, password: string) => Promise<void>) {
  const setup = await setUpLetters(api);
  const person = await addPerson(api, setup, "listener");
  const { said } = await listen(page);
  await signIn(person.username, person.password);
  return { setup, said };
}

test("AUT-13 DSL-09 sign-in and list: form, failure, title, count and rows, each said once", async ({ page, api }) => {
  const setup = await setUpLetters(api);
  const person = await addPerson(api, setup, "listener");
  const { said } = await listen(page);
  await page.goto("/sign-in");
  await expect(page.getByLabel("Username")).toBeFocused();
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - main:
      - heading "Sign in" [level=1]
      - form "Sign in":
        - textbox "Username"
        - textbox "Password"
        - button "Show the password"
        - alert
        - button "Sign in" [disabled]
  `);
  await page.keyboard.type(person.username);
  await page.keyboard.press("Tab");
  await page.keyboard.type("wrong-password");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("That username and password do not match.");
  expect(await said()).toEqual([assertive("That username and password do not match.")]);

  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row", { name: new RegExp(setup.dataset) })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  // The list may come before or after the title is said.
  await expect
    .poll(async () => (await said()).slice(1).toSorted((a, b) => b.text.localeCompare(a.text)))
    .toEqual([polite("Datasets - Postil"), polite("1 dataset in 1 workspace")]);
  await expect(page.locator("body")).toMatchAriaSnapshot(`
    - banner:
      - link "Skip to the content"
      - link "Postil, all datasets"
      - navigation "Breadcrumb": Datasets
      - button /Open menu/
    - main:
      - heading "Datasets" [level=1]
      - searchbox "Find a dataset"
      - button "Workspace filter"
      - button "Task filter"
      - status: 1 dataset in 1 workspace
      - table "Datasets":
        - rowgroup:
          - row:
            - columnheader "Name"
            - columnheader "Workspace"
            - columnheader "Progress"
        - rowgroup:
          - row:
            - cell:
              - link "${setup.dataset}"
            - cell:
              - img "Your progress, 0 submitted, 0 discarded, 0 draft"
              - text: 0 of 2
  `);
});

test("FRS-13 FAN-18 a feedback record: where one is, its text, its questions with what is suggested, the actions; each record said once", async ({
  page,
  api,
  signIn,
}) => {
  const { setup, said } = await listenAs(page, api, signIn);
  await page.goto("/datasets");
  await page.getByRole("link", { name: setup.dataset, exact: true }).click();
  await expect(record(page, 1)).toBeVisible();
  const arrival = async () => (await said()).filter(({ text }) => !text.includes("workspace"));
  await expect.poll(async () => (await arrival()).length).toBe(2);
  // The announcements of the dataset's name and its first record come together.
  expect(await arrival()).toEqual(
    expect.arrayContaining([polite(`${setup.dataset} - Postil`), polite("Record 1, Pending, 5 questions")]),
  );
  await expect(page.locator("body")).toMatchAriaSnapshot(`
    - banner:
      - navigation "Breadcrumb":
        - link "Home"
        - link "${setup.workspace}"
        - text: ${setup.dataset}
      - status: All changes saved
      - link "Dataset settings"
    - main:
      - heading "Annotate ${setup.dataset}" [level=1]
      - toolbar "Queue":
        - search:
          - searchbox "Search records"
        - button "Pending"
      - region "Record 1":
        - button "Previous record" [disabled]
        - button "Next record"
        - region "Text of the record":
          - article "Question":
            - heading "Question" [level=2]
          - article "Draft answer":
            - heading "Draft answer" [level=2]
            - paragraph:
              - link "a study"
      - region "Questions":
        - group "Does the draft answer the question?":
          - heading "Does the draft answer the question?" [level=3]
          - text: Suggested by critic-2, 78 %
          - button "Fully"
          - button "In part" [pressed]
        - group "How clear is the writing?":
          - button "5" [pressed]
      - group "Answer this record":
        - button "Discard"
        - button "Save draft"
        - button "Submit"
  `);
  const before = (await said()).length;
  await page.keyboard.press("1");
  await action(page, "Submit").click();
  await expect(record(page, 2)).toBeVisible();
  const heard = async () => (await said()).slice(before);
  await expect.poll(heard).toContainEqual(polite("Record 2, Pending, 5 questions"));
  await expect
    .poll(async () => (await heard()).map(({ text }) => text))
    .toContainEqual(expect.stringContaining("Record 1 submitted"));
  // Each announcement comes once, with any others between them.
  const spoken = (await heard()).map(({ text }) => text);
  expect(spoken).toEqual([...new Set(spoken)]);
});

test("TAN-07 TST-06 records of a task: list, row, labels with what is predicted, what became of it; each said once", async ({
  page,
  api,
  signIn,
}) => {
  const predicted = { prediction: { agent: "model", labels: [{ class: "Card", score: 0.76 }] } };
  const setup = await setUpTask(api, {
    task: "TextClassification",
    labels: ["Card", "Payment"],
    records: texts(2, predicted),
  });
  const { said } = await listen(page);
  await signIn(setup.person.username, setup.person.password);
  await page.goto("/datasets");
  await page.getByRole("link", { name: setup.dataset, exact: true }).click();
  await expect(row(page, 1)).toBeVisible();
  await expect.poll(async () => (await said()).map(({ text }) => text)).toContain(`${setup.dataset} - Postil`);
  await expect(page.locator("body")).toMatchAriaSnapshot(`
    - main:
      - heading "Records of ${setup.dataset}" [level=1]
      - toolbar "Search and filters":
        - group "Mode":
          - button "Annotate" [pressed]
      - region "Records":
        - checkbox "Select page"
        - feed "Records":
          - article "Record 1, Default":
            - checkbox "Select record 1"
            - group "Label, choose one":
              - button "Card" [pressed]
              - button "Payment"
            - button "Validate"
            - button "Discard"
            - button "More about this record"
          - article "Record 2, Default"
  `);
  const before = (await said()).length;
  await row(page, 1)
    .getByRole("button", { name: /^Validate/ })
    .click();
  await expect(page.getByRole("article", { name: "Record 1, Validated" })).toBeVisible();
  const heard = async () => (await said()).slice(before).map(({ text }) => text);
  await expect.poll(heard).toContainEqual(expect.stringContaining("1 record is validated"));
  const all = await heard();
  expect(all.filter((text) => text.includes("validated"))).toHaveLength(1);
  expect(all).toEqual([...new Set(all)]);
});

test("ERR-07 ERR-08 ERR-09 the connection goes and comes: said at once, then that it is back, each once", async ({
  page,
  api,
  signIn,
}) => {
  const { setup, said } = await listenAs(page, api, signIn);
  await page.goto("/datasets");
  await expect(page.getByRole("row", { name: new RegExp(setup.dataset) })).toBeVisible();
  const lines = async () => (await said()).filter(({ text }) => text.includes("line"));
  await page.context().setOffline(true);
  // The toast says that the user is offline, and the band says what happens to the work.
  const work = polite("Offline. You can go on; your work is sent later.");
  const gone = assertive("Error: You are offline.");
  await expect.poll(async () => new Set(await lines())).toEqual(new Set([gone, work]));
  await page.context().setOffline(false);
  await expect.poll(async () => (await lines()).slice(2)).toEqual([polite("Done: Back online.")]);
});

test("design/shell.md#announcements what comes together with its words is heard: a palette without a match, an armed entity, a key that was made", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await setUpTask(api, {
    task: "TokenClassification",
    labels: ["Person", "Place"],
    records: [{ id: "n1", text: "Edgar left.", tokens: ["Edgar", "left", "."] }],
  });
  const { said } = await listen(page);
  const heard = async () => (await said()).map(({ text }) => text);
  await signIn(setup.person.username, setup.person.password);
  await page.goto(setup.address);
  await expect(row(page, 1)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("zebra");
  await expect.poll(heard).toContain("No command matches");
  await page.keyboard.press("Escape");
  await page.getByRole("toolbar", { name: "Entities" }).getByRole("button", { name: /Place/ }).click();
  await expect.poll(heard).toContain("Place is armed: what you select becomes Place.");
  await page.goto("/user-settings#keys");
  await page.getByRole("textbox", { name: "New key" }).fill("Notebook");
  await page.getByRole("button", { name: "Make key" }).click();
  await expect.poll(heard).toContainEqual(expect.stringContaining("The key of Notebook is shown this once."));
});

test("FAN-16 design/shell.md#announcements what was typed at an earlier visit is said beside its record, and neither takes the other away", async ({
  page,
  api,
  signIn,
}) => {
  const { setup, said } = await listenAs(page, api, signIn);
  await page.goto(`/dataset/${setup.datasetId}/annotation-mode`);
  await expect(record(page, 1)).toBeVisible();
  await page.getByRole("button", { name: "4", exact: true }).first().click();
  await page.goto("/datasets");
  await page.goto(`/dataset/${setup.datasetId}/annotation-mode`);
  await expect(record(page, 1)).toBeVisible();
  const heard = async () => (await said()).map(({ text }) => text);
  await expect.poll(heard).toContainEqual(expect.stringContaining("Restored unsaved changes"));
  await expect.poll(heard).toContain("Record 1, Pending, 5 questions");
});

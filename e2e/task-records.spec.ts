import { hold, writesOf } from "./support/held.ts";
import { openTask, pages, row, setUpTask, texts } from "./support/tasks.ts";
import { expect, MAIN_IN_LONG, test } from "./support/test.ts";
import { runCommand } from "./support/views.ts";

/** The list of a task dataset: statuses, what is kept, pages, two people (TST-*). */

const LABELS = ["Politics", "Sport", "Culture"];
const PREDICTED = {
  prediction: {
    agent: "model",
    labels: [
      { class: "Sport", score: 0.9 },
      { class: "Culture", score: 0.1 },
    ],
  },
};
const single = { task: "TextClassification", labels: LABELS } as const;
const multi = { multi_label: true };

test("TST-01 TST-03 TST-04 TST-06 TST-07 TST-14 TOA-16 TOA-17 TOA-19 a record is validated, discarded and taken back, and the server has it", {
  tag: MAIN_IN_LONG,
}, async ({ page, openNewTask }) => {
  const setup = await openNewTask({ ...single, records: texts(3, PREDICTED) });
  await row(page, 1).getByRole("button", { name: "Politics" }).click();
  await expect(page.getByText("1 record is validated")).toBeVisible();
  await expect(row(page, 1)).toContainText("Validated");
  expect(await setup.record("t1")).toMatchObject({
    status: "Validated",
    annotation: { agent: setup.person.username, labels: [{ class: "Politics", score: 1 }] },
  });
  await page.keyboard.press("j");
  await page.keyboard.press("Backspace");
  await expect(page.getByText("1 record is discarded")).toBeVisible();
  await expect.poll(async () => (await setup.record("t2")).status).toBe("Discarded");
  await page.keyboard.press("k");
  await page.keyboard.press("Backspace");
  await expect(page.getByText("1 record is undiscarded")).toBeVisible();
  await expect.poll(async () => (await setup.record("t2")).status).toBe("Default");
});

test("TST-02 TST-09 TST-12 TST-13 TAN-07 TOA-15 edits are asked about before the page is turned, and survive a reload", async ({
  page,
  openNewTask,
  expectAccessible,
}) => {
  const setup = await openNewTask({ ...single, records: texts(12, multi) });
  await row(page, 1).getByRole("button", { name: "Politics" }).click();
  await row(page, 2).getByRole("button", { name: "Sport" }).click();
  await expect(page.getByRole("button", { name: "2 edited, not validated yet" })).toBeVisible();
  expect((await setup.record("t01")).status).toBe("Default");
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(row(page, 1)).toContainText("Edited");
  await page.keyboard.press("ArrowRight");
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("2 records are edited, not validated");
  await expectAccessible();
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(row(page, 1)).toContainText("Edited");
  const search = page.getByRole("searchbox", { name: "Search records" });
  await search.fill("number");
  await search.press("Enter");
  await question.getByRole("button", { name: "Stay" }).click();
  await runCommand(page, "refresh");
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(page).not.toHaveURL(/query=/);
  await expect(row(page, 1)).toContainText("Edited");
  await page.getByRole("button", { name: "Page 2", exact: true }).click();
  await question.getByRole("button", { name: "Validate all pending" }).click();
  await expect(row(page, 11)).toBeVisible();
  await expect
    .poll(async () => await setup.record("t02"))
    .toMatchObject({
      status: "Validated",
      annotation: { labels: [{ class: "Sport" }] },
    });
});

test("TST-09 TST-13 TOA-15 who leaves without validating loses nothing: the edits are there on the way back, and after a reload", async ({
  page,
  openNewTask,
}) => {
  const setup = await openNewTask({ ...single, records: texts(12, multi) });
  await row(page, 1).getByRole("button", { name: "Politics" }).click();
  await page.keyboard.press("ArrowRight");
  const question = page.getByRole("alertdialog", { name: "1 record is edited, not validated" });
  await expect(question).toContainText("stays on this device");
  await question.getByRole("button", { name: "Leave without validating" }).click();
  await expect(row(page, 11)).toBeVisible();
  await expect(question).toBeHidden();
  await page.keyboard.press("ArrowLeft");
  await expect(row(page, 1)).toContainText("Edited");
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(row(page, 1)).toContainText("Edited");
  expect((await setup.record("t01")).status).toBe("Default");
});

test("TST-12 TST-13 TOA-15 Back and Forward ask about edits too; Cancel leaves the page and its address, validating goes where it was meant to", {
  tag: "@main",
}, async ({ page, openNewTask }) => {
  const setup = await openNewTask({ ...single, records: texts(3, multi) }, pages(1, 1));
  await page.keyboard.press("ArrowRight");
  await expect(row(page, 2)).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(row(page, 3)).toBeVisible();
  // The address is written after the page is drawn.
  await expect(page).toHaveURL(/page%22%3A3/);
  const third = page.url();
  await row(page, 3).getByRole("button", { name: "Politics" }).click();
  await page.goBack();
  const question = page.getByRole("alertdialog", { name: "1 record is edited, not validated" });
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(question).toBeHidden();
  await expect(row(page, 3)).toContainText("Edited");
  await expect(page).toHaveURL(third);
  await page.goBack();
  await question.getByRole("button", { name: "Validate all pending" }).click();
  await expect(row(page, 2)).toBeVisible();
  await expect.poll(async () => (await setup.record("t3")).status).toBe("Validated");
  await expect(page).toHaveURL(/page%22%3A2/);
  await row(page, 2).getByRole("button", { name: "Politics" }).click();
  await expect(row(page, 2)).toContainText("Edited");
  await page.goForward();
  await question.getByRole("button", { name: "Leave without validating" }).click();
  await expect(row(page, 3)).toContainText("Validated");
  await page.goBack();
  await expect(row(page, 2)).toContainText("Edited");
  expect((await setup.record("t2")).status).toBe("Default");
});

test("TST-12 Go to record asks about the edits of the page; to a record of the page it is no way off it", async ({
  page,
  openNewTask,
}) => {
  const setup = await openNewTask({ ...single, records: texts(12, multi) });
  await row(page, 2).getByRole("button", { name: "Politics" }).click();
  const indicator = page.getByRole("button", { name: "1 edited, not validated yet" });
  const goTo = page.getByRole("button", { name: "Go to record" });
  const question = page.getByRole("alertdialog", { name: "1 record is edited, not validated" });
  await page.keyboard.press("k");
  await indicator.click();
  await goTo.click();
  await expect(row(page, 2)).toHaveAttribute("aria-current", "true");
  await expect(question).toBeHidden();

  // A draft of another visit, on a page that is not shown.
  await page.goto(setup.address + pages(2, 10));
  await row(page, 11).getByRole("button", { name: "Sport" }).click();
  await page.getByRole("button", { name: "1 edited, not validated yet" }).click();
  await goTo.last().click();
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(row(page, 11)).toContainText("Edited");
});

test("TST-05 TST-11 TAN-06 what somebody else did meanwhile is told; the chosen label chosen again takes the annotation away, and Ctrl+Z brings it back, on the server too", async ({
  page,
  openNewTask,
}) => {
  const setup = await openNewTask({ ...single, records: texts(2) });
  await test.step("what somebody else did meanwhile is written over only when it is tried again", async () => {
    const theirs = { id: "t1", inputs: { text: "Letter number 1." }, status: "Validated" };
    await setup.log([{ ...theirs, annotation: { agent: "ben", labels: [{ class: "Culture" }] } }]);
    await row(page, 1).getByRole("button", { name: "Sport" }).click();
    await expect(page.getByText("1 record(s) could not have been validated")).toBeVisible();
    await expect(page.getByText("ben changed it meanwhile.")).toBeVisible();
    expect(await setup.record("t1")).toMatchObject({ annotation: { agent: "ben", labels: [{ class: "Culture" }] } });
    // A refused change cannot be undone. A retried change can: undo restores the answer that it replaced.
    await page.keyboard.press("ControlOrMeta+z");
    await page.getByRole("button", { name: "Retry", exact: true }).first().click();
    await expect
      .poll(async () => await setup.record("t1"))
      .toMatchObject({
        annotation: { agent: setup.person.username, labels: [{ class: "Sport" }] },
      });
    await expect(page.getByText("1 record is validated")).toBeVisible();
    await page.keyboard.press("ControlOrMeta+z");
    await expect(page.getByText("Undone")).toBeVisible();
    expect(await setup.record("t1")).toMatchObject({ annotation: { agent: "ben", labels: [{ class: "Culture" }] } });
  });
  await test.step("the chosen label chosen again takes the annotation away; Ctrl+Z brings it back", async () => {
    const sport = row(page, 2).getByRole("button", { name: "Sport" });
    await sport.click();
    await expect.poll(async () => (await setup.record("t2")).status).toBe("Validated");
    // Clicks another spot: two quick clicks on the same spot would be a double click.
    await sport.click({ position: { x: 6, y: 6 } });
    await expect.poll(async () => await setup.record("t2")).toMatchObject({ status: "Default", annotation: null });
    await page.keyboard.press("Control+z");
    await expect
      .poll(async () => await setup.record("t2"))
      .toMatchObject({
        status: "Validated",
        annotation: { labels: [{ class: "Sport" }] },
      });
  });
});

test("TEN-19 TEN-21 TST-01 TST-06 TST-18 TST-20 the Undo beside a message goes while a later action waits; several are validated at once, each by what was predicted for it, and discarded", async ({
  page,
  openNewTask,
}) => {
  const writes = await writesOf(page);
  const setup = await openNewTask({ ...single, records: texts(3, PREDICTED) });
  await test.step("the Undo comes back with its message", async () => {
    const undo = page.getByRole("button", { name: "Undo", exact: true });
    await row(page, 1).getByRole("button", { name: "Discard" }).click();
    await expect(page.getByText("1 record is discarded")).toBeVisible();
    await expect(undo).toBeVisible();
    writes.hold();
    await row(page, 2).getByRole("button", { name: "Politics" }).click();
    await expect(undo).toBeHidden();
    await expect(page.getByText("1 record is discarded")).toBeVisible();
    writes.letGo();
    await expect(page.getByText("1 record is validated")).toBeVisible();
    await undo.click();
    await expect.poll(async () => (await setup.record("t2")).status).toBe("Default");
    expect(await setup.record("t1")).toMatchObject({ status: "Discarded" });
  });
  await test.step("none is selected at first; several are validated at once, and discarded", async () => {
    const selectPage = page.getByRole("checkbox", { name: "Select page" });
    await expect(page.getByRole("feed").getByRole("checkbox", { checked: true })).toHaveCount(0);
    await selectPage.check();
    await expect(page.getByRole("checkbox", { name: "3 selected" })).toBeChecked();
    await page.getByRole("button", { name: "Validate", exact: true }).first().click();
    await expect(page.getByText("3 records are validated")).toBeVisible();
    await expect(selectPage).not.toBeChecked();
    for (const id of ["t1", "t2", "t3"]) {
      expect(await setup.record(id)).toMatchObject({
        status: "Validated",
        annotation: { labels: [{ class: "Sport" }] },
      });
    }
    await selectPage.check();
    await page.getByRole("button", { name: "Discard", exact: true }).first().click();
    await expect(page.getByText("3 records are discarded")).toBeVisible();
    await expect(selectPage).not.toBeChecked();
  });
});

test("TSE-16 records that left the filter by what was done do not make others be passed over", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await setUpTask(api, { ...single, records: texts(30) });
  await signIn(setup.person.username, setup.person.password);
  const query = encodeURIComponent(JSON.stringify({ status: ["Default"] }));
  const sort = encodeURIComponent(JSON.stringify([{ id: "event_timestamp", order: "asc" }]));
  await openTask(page, setup, `?query=${query}&sort=${sort}`);
  const seen = new Set<string>();
  for (const turn of [1, 2, 3]) {
    await expect(row(page, turn * 10)).toBeAttached();
    for (const text of await page.getByText(/Letter number \d+\./).allInnerTexts()) seen.add(text);
    await page.getByRole("checkbox", { name: "Select page" }).check();
    await page.getByRole("button", { name: "Discard", exact: true }).first().click();
    await expect(page.getByText("10 records are discarded")).toBeVisible();
    await expect(page.getByRole("button", { name: "All changes saved" })).toBeVisible();
    if (turn < 3) await page.keyboard.press("ArrowRight");
  }
  expect(seen.size).toBe(30);
});

test("TAN-01 TSE-15 TSE-16 LAY-06 LAY-08 VST-01 VST-05 the page has its search, list, pages and panel; its pages, their size and the address: back and forward show what was shown", async ({
  page,
  openNewTask,
}) => {
  await openNewTask({ ...single, records: texts(25, PREDICTED) });
  await test.step("search, list, pages, and a panel that widens to 350 px below a head of 140", async () => {
    await expect(page.getByRole("searchbox", { name: "Search records" })).toBeVisible();
    for (const name of ["Predictions", "Status", "Sort"])
      await expect(page.getByRole("button", { name, exact: true })).toBeVisible();
    await expect(page.getByRole("group", { name: "Mode" }).getByRole("button")).toHaveText([
      "Annotate",
      "Explore",
      "Rules",
    ]);
    await expect(page.getByRole("navigation", { name: "Pages" })).toBeVisible();
    await expect(page.getByRole("button", { name: "10 a page" })).toBeVisible();
    await expect(page.getByRole("checkbox", { name: "Select page" })).toBeVisible();
    const top = (await row(page, 1).boundingBox())?.y ?? 0;
    // Two lines of a pixel: the frame of the list, and the one under its head.
    expect(Math.round(top)).toBe(140 + 2);
    const panel = page.getByRole("complementary", { name: "Progress and statistics" });
    await expect(panel).toHaveCount(0);
    await page.keyboard.press("p");
    await expect(panel).toContainText("0 of 25");
    expect((await panel.boundingBox())?.width).toBe(350);
    await page.keyboard.press("p");
  });
  await test.step("pages, their size and the address", async () => {
    await expect(page.getByText("1–10 of 25 records")).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(row(page, 11)).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText("21–25 of 25 records")).toBeVisible();
    await page.goBack();
    await expect(row(page, 11)).toBeVisible();
    await page.getByRole("button", { name: "10 a page" }).click();
    await expect(page.getByRole("menuitemradio")).toHaveText([1, 10, 20, 50, 100].map((size) => `${size} a page`));
    await page.getByRole("menuitemradio", { name: "50 a page" }).click();
    await expect(row(page, 25)).toBeAttached();
    await expect(page).toHaveURL(/pagination=%7B%22page%22%3A1%2C%22size%22%3A50%7D/);
  });
});

test("TLO-04 TLO-05 TLO-06 TLO-09 TEN-03 TEN-36 TEN-42 the query, order and page of the address are searched first, beside labels, rules and counts", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await setUpTask(api, { ...single, records: texts(12, PREDICTED) });
  await signIn(setup.person.username, setup.person.password);
  const asked: string[] = [];
  const searches: { call: string; body: unknown }[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith("/api/datasets")) return;
    asked.push(`${request.method()} ${pathname}${search}`);
    if (pathname.endsWith(":search")) searches.push({ call: search, body: request.postDataJSON() });
  });
  const sort = [{ id: "predicted_as", order: "desc" }];
  const entries = { query: { text: "letter", status: ["Default"] }, sort };
  const written = Object.entries(entries).map(
    ([name, entry]) => `&${name}=${encodeURIComponent(JSON.stringify(entry))}`,
  );
  await openTask(page, setup, `${pages(2, 10)}${written.join("")}&viewMode=explore`);
  await expect(page.getByRole("button", { name: "Explore" })).toHaveAttribute("aria-pressed", "true");
  await expect(row(page, 11)).toBeVisible();
  await page.waitForLoadState("networkidle");
  const at = `/api/datasets/${setup.dataset}`;
  const within = `workspace=${setup.workspace}`;
  expect(asked[0]).toBe(`GET ${at}?${within}`);
  expect(asked).toContain(`GET ${at}/TextClassification/settings?${within}`);
  expect(asked).toContain(`GET ${at}/TextClassification/labeling/rules?${within}`);
  const query = { query_text: "letter", status: ["Default"], vector: null };
  const [first] = searches.filter(({ call }) => !call.includes("limit=0"));
  expect(first).toEqual({ call: `?from=10&limit=10&${within}`, body: { query, sort } });
  await page.keyboard.press("p");
  const panel = page.getByRole("complementary", { name: "Progress and statistics" });
  await panel.getByText("Progress", { exact: true }).click();
  await expect(panel).toContainText("0 of 12");
  const counts = searches.filter(({ call }) => call === `?from=0&limit=0&${within}`).map(({ body }) => body);
  expect(counts).toContainEqual({ query, sort });
  expect(counts).toContainEqual({ query: { vector: null }, sort: [] });
});

test("TSE-08 a search or page that is slow shows that it is under way, and one that fails says so and can be tried again", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await setUpTask(api, { ...single, records: texts(12) });
  await signIn(setup.person.username, setup.person.password);
  const answer = await hold(page, "**/TextClassification:search?from=0&limit=10*", "abort");
  await page.goto(setup.address);
  await expect(page.getByText("Loading records")).toBeAttached();
  answer();
  await expect(page.getByText("The search failed")).toBeVisible();
  await expect(page.getByText("Loading records")).toHaveCount(0);
  await page.unrouteAll({ behavior: "wait" });
  const turn = await hold(page, "**/TextClassification:search?from=10&limit=10*");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(row(page, 1)).toBeVisible();
  await expect(page.getByRole("feed")).toHaveAttribute("aria-busy", "false");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("feed")).toHaveAttribute("aria-busy", "true");
  turn();
  await expect(row(page, 11)).toBeVisible();
  await expect(page.getByRole("feed")).toHaveAttribute("aria-busy", "false");
});

test("TAN-06 TEN-41 TSE-04 pages of one are read ten at a time; a key pressed again while the next ten come does not reach the record before", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await setUpTask(api, { ...single, records: texts(12) });
  await signIn(setup.person.username, setup.person.password);
  const answer = await hold(page, "**/TextClassification:search?from=10&limit=10*");
  const first = page.waitForRequest("**/TextClassification:search?from=0&limit=10*");
  await openTask(page, setup, pages(10, 1));
  await first;
  await page.keyboard.press("1");
  await expect.poll(async () => (await setup.record("t10")).status).toBe("Validated");
  await page.keyboard.press("1");
  await page.keyboard.press("Backspace");
  answer();
  await expect(row(page, 11)).toHaveAttribute("aria-current", "true");
  expect(await setup.record("t10")).toMatchObject({
    status: "Validated",
    annotation: { labels: [{ class: "Politics" }] },
  });
  await page.keyboard.press("2");
  await expect
    .poll(async () => await setup.record("t11"))
    .toMatchObject({ annotation: { labels: [{ class: "Sport" }] } });
});

import type { Locator } from "@playwright/test";
import {
  action,
  addressOf,
  FIVE_QUESTIONS,
  GUIDELINES,
  LETTER_FIELDS,
  letter,
  METADATA,
  OPENING,
  openDataset,
  option,
  question,
  record,
  SUGGESTIONS,
  TOPIC,
  VERDICT,
} from "./support/annotation.ts";
import type { Api } from "./support/api.ts";
import { hold } from "./support/held.ts";
import { expectNoSidewaysScroll } from "./support/screen.ts";
import { addPerson, labels, type Setup, setUp } from "./support/setup.ts";
import { openTask, setUpTask, texts } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

/**
 * What a screen shows after its first look, which shell.spec.ts checks in every theme: no axe finding, no sideways scrolling, no
 * part out of reach (design/shell.md#announcements).
 */

const WIDTHS = [400, 1280, 2560] as const;

let setup: Setup;
let empty: Setup;
test.beforeAll(async ({ api }) => {
  setup = await setUp(api, {
    fields: LETTER_FIELDS,
    questions: FIVE_QUESTIONS,
    guidelines: GUIDELINES,
    metadata: METADATA,
    records: Array.from({ length: 6 }, (_, at) => letter(at + 1, SUGGESTIONS)),
  });
  empty = await setUp(api, { questions: FIVE_QUESTIONS, records: [] });
});

const member = (api: Api, of: Setup = setup, role: "annotator" | "admin" = "annotator") =>
  addPerson(api, of, "looks", role);

test.use({ reducedMotion: "reduce" });

test("AUT-13 ERR-01 RTE-10 sign-in, failed sign-in and error page: clean in light and dark, whole at every width", async ({
  page,
  expectAccessibleIn,
}) => {
  await page.goto("/sign-in");
  await expect(page.getByLabel("Username")).toBeVisible();
  await page.getByLabel("Username").fill("nobody");
  await page.getByLabel("Password", { exact: true }).fill("wrong-password");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("do not match");
  await expectAccessibleIn(["light", "dark"]);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeInViewport();
    await expectNoSidewaysScroll(page);
  }
  // Follows a link within the page to a missing page.
  await page.evaluate(() => {
    history.pushState(null, "", "/no/such/page");
    window.dispatchEvent(new PopStateEvent("popstate"));
  });
  await expect(page.getByRole("heading", { name: "Something went wrong." })).toBeVisible();
  await expect(page.getByText("404")).toBeVisible();
  await expect(page.getByText("This page could not be found", { exact: true })).toBeVisible();
  await expect(page.getByText("We can't seem to find the page you are looking for")).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to home page" })).toHaveAttribute("href", /\/$/);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
});

test("LAY-12 FEN-04 the user's menu, and settings that are only to be read: clean in light and dark", async ({
  page,
  api,
  signIn,
  expectAccessibleIn,
}) => {
  const person = await member(api);
  await signIn(person.username, person.password);
  await page.goto("/datasets");
  await page.getByRole("button", { name: /Open menu/ }).click();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
  await expectAccessibleIn(["light", "dark"]);
  await page.goto(`/dataset/${setup.datasetId}/settings`);
  await expect(page.getByRole("heading", { name: "Topics", exact: true })).toBeVisible();
  await expectAccessibleIn(["light", "dark"]);
});

test("LAY-01 what settings and bulk view begin with stands where its skeleton stood", async ({ page, api, signIn }) => {
  const plain = await setUp(api, {
    fields: LETTER_FIELDS,
    questions: FIVE_QUESTIONS,
    records: [letter(1), letter(2), letter(3)],
  });
  const bones = page.locator("[aria-busy=true] > [aria-hidden=true] > div");
  const settings = { address: `/dataset/${plain.datasetId}/settings`, held: /\/datasets\/[^/]+$/ };
  const bulk = { address: `${addressOf(plain)}?page=1~10`, held: /\/records/ };
  const begins = [
    { ...settings, bone: bones.nth(0), part: page.getByRole("tablist") },
    { ...settings, bone: bones.nth(1), part: page.getByRole("term").first() },
    { ...bulk, bone: bones.nth(1), part: page.getByRole("row").first() },
  ];
  const topOf = async (part: Locator) => {
    await expect(part).toBeVisible();
    return (await part.boundingBox())?.y ?? Number.NaN;
  };
  await signIn();
  for (const width of [450, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [at, { address, held, bone, part }] of begins.entries()) {
      const letGo = await hold(page, held);
      await page.goto(address);
      // The heading is there while the page's code still loads behind a skeleton.
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const before = await topOf(bone);
      letGo();
      const moved = async () => Math.abs((await topOf(part)) - before);
      await expect.poll(moved, { message: `part ${at} at ${width}` }).toBeLessThanOrEqual(2);
    }
  }
});

test("LAY-01 LAY-02 LAY-03 LAY-04 LAY-05 LAY-06 LAY-07 each screen stands in its layout", async ({
  page,
  api,
  signIn,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const box = async (part: Locator) => {
    let found = { x: Number.NaN, y: Number.NaN, width: 0, height: 0 };
    // A skeleton's part may go between two looks: the loaded page has another in its place.
    await expect(async () => {
      await expect(part).toBeVisible();
      const there = await part.boundingBox();
      expect(there).not.toBeNull();
      found = there ?? found;
    }).toPass();
    return found;
  };
  const header = page.getByRole("banner");
  const main = page.getByRole("main");
  await page.goto("/sign-in");
  await expect(main).toBeVisible();
  await expect(header).toHaveCount(0);

  const person = await member(api, setup, "admin");
  await signIn(person.username, person.password);
  for (const address of ["/datasets", "/nowhere"]) {
    await page.goto(address);
    const [head, column] = [await box(header), await box(main)];
    expect([head.y, column.x, column.y, column.width], address).toEqual([0, 0, head.height, 1280]);
    await expect(page.getByRole("complementary")).toHaveCount(0);
  }

  for (const [address, top, left, right] of [
    ["/user-settings", "User settings", person.username, "Appearance"],
    [`/dataset/${setup.datasetId}/settings`, "Dataset settings", "Danger zone", null],
  ] as const) {
    await page.goto(address);
    const heading = await box(page.getByRole("heading", { name: top, level: 1 }));
    if (right === null) {
      expect((await box(page.getByRole("tab", { name: left }))).y).toBeGreaterThan(heading.y);
      continue;
    }
    const [first, second] = [
      await box(page.getByRole("heading", { name: left })),
      await box(page.getByRole("heading", { name: right })),
    ];
    expect(first.y).toBeGreaterThan(heading.y);
    // The second column is the margin for the user.
    expect(second.x).toBeGreaterThan(first.x + 200);
  }

  const tasks = await setUpTask(api, { task: "TextClassification", labels: ["Sport"], records: texts(2) });
  await page.evaluate(() => localStorage.clear());
  await signIn(tasks.person.username, tasks.person.password);
  await page.goto(`${tasks.address}/settings`);
  const [head, top, column] = [
    await box(header),
    await box(page.getByRole("heading", { name: "Dataset settings", level: 1 })),
    await box(main.locator("[data-column]")),
  ];
  expect(top.y).toBeGreaterThanOrEqual(head.y + head.height);
  expect(column.y).toBeGreaterThanOrEqual(top.y + top.height);
  expect([column.x, column.width]).toEqual([0, 1280]);
  await expect(page.getByRole("complementary")).toHaveCount(0);

  await openTask(page, tasks);
  const list = await box(page.getByRole("feed"));
  const search = await box(page.getByRole("searchbox", { name: "Search records" }));
  expect(search.y).toBeGreaterThanOrEqual(head.y + head.height);
  expect(list.y).toBeGreaterThanOrEqual(search.y + search.height);
  const side = page.getByRole("complementary", { name: "Progress and statistics" });
  await expect(side).toHaveCount(0);
  await page.keyboard.press("p");
  const [beside, narrower] = [await box(side), await box(page.getByRole("feed"))];
  expect([beside.width, beside.x]).toEqual([350, 1280 - 350]);
  expect(narrower.x + narrower.width).toBeLessThanOrEqual(beside.x);
  expect(narrower.width).toBeLessThan(list.width);
  await page.evaluate(() => localStorage.clear());
  await signIn(person.username, person.password);

  await openDataset(page, setup);
  const [bar, sheet, sidebar] = [
    await box(page.getByRole("toolbar", { name: "Queue" })),
    await box(record(page, 1)),
    await box(page.getByRole("region", { name: "Questions" })),
  ];
  expect(sheet.y).toBeGreaterThanOrEqual(bar.y + bar.height);
  expect(sidebar.x).toBeGreaterThanOrEqual(sheet.x + sheet.width);
  const panel = page.getByRole("region", { name: "Progress" });
  await expect(panel).toHaveCount(0);
  await page.keyboard.press("Alt+p");
  const opened = await box(panel);
  expect(opened.x).toBeGreaterThanOrEqual(sidebar.x);
  expect(opened.y).toBeGreaterThan(sidebar.y);
  await page.keyboard.press("Alt+p");
  await expect(panel).toHaveCount(0);
});

test("API-37 the lists and datasets with nothing in them: clean in light and dark", async ({
  page,
  api,
  signIn,
  expectAccessibleIn,
}) => {
  const alone = `nothing-${process.pid}`;
  await api.post("/api/v1/users", { first_name: "New", username: alone, password: "alone-password" });
  await signIn(alone, "alone-password");
  await page.goto("/datasets");
  await expect(page.getByText("Nothing to label yet")).toBeVisible();
  await expectAccessibleIn(["light", "dark"]);
  await page.evaluate(() => localStorage.clear());
  const person = await member(api, empty);
  await signIn(person.username, person.password);
  await page.goto(addressOf(empty));
  await expect(page.getByText("Ask an admin to add some.", { exact: false })).toBeVisible();
  await expectAccessibleIn(["light", "dark"]);
});

test("FQU-01 the annotation page in each of its states: clean in light and dark", async ({
  page,
  api,
  signIn,
  expectAccessible,
  expectAccessibleIn,
}) => {
  test.slow();
  const person = await member(api);
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  await page.keyboard.press("Alt+g");
  await page.keyboard.press("Alt+p");
  await expect(page.getByRole("heading", { name: "Topics", exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Progress" })).toBeVisible();
  await expectAccessibleIn(["light", "dark"]);
  await page.keyboard.press("Alt+g");
  await page.keyboard.press("Alt+p");

  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Commands" })).toBeVisible();
  await expectAccessibleIn(["light", "dark"]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expectAccessibleIn(["light", "dark"]);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "More about this record" }).click();
  await page.getByRole("menuitem", { name: "Record details" }).click();
  await expect(page.getByRole("dialog", { name: "Record details" })).toBeVisible();
  await expectAccessible();
  await page.keyboard.press("Escape");
  await page.getByRole("toolbar", { name: "Queue" }).getByRole("button", { name: "Pending", exact: true }).click();
  await expect(page.getByRole("menuitemradio")).toHaveCount(4);
  await expectAccessible();
  await page.keyboard.press("Escape");

  // Shows a user's answers beside suggestions, a draft, a discarded and a submitted record, and unsaved work.
  await option(page, VERDICT, "Fully").click();
  await option(page, TOPIC, "Diet").click();
  await question(page, OPENING).getByRole("tab", { name: "Suggestion" }).click();
  await expectAccessibleIn(["light", "dark"]);
  await action(page, "Save draft").click();
  await expect(record(page, 1).getByText("Draft", { exact: true })).toBeVisible();
  await expectAccessibleIn(["light", "dark"]);
  await action(page, "Discard").click();
  await expect(record(page, 2)).toBeVisible();
  await page.getByRole("button", { name: "Previous record" }).click();
  await expect(record(page, 1).getByText("Discarded", { exact: true })).toBeVisible();
  await expectAccessibleIn(["light", "dark"]);
  await page.getByRole("button", { name: "Next record" }).click();
  await action(page, "Submit").click();
  await page.getByRole("button", { name: "Previous record" }).click();
  await option(page, VERDICT, "Fully").click();
  await page.getByRole("button", { name: "Next record" }).click();
  await expect(
    page.getByText("The changes to this submitted record are not submitted. Going on removes them."),
  ).toBeVisible();
  await expectAccessibleIn(["light", "dark"]);
  await page.getByRole("button", { name: "Remove them and go on" }).click();
  await expect(record(page, 3)).toBeVisible();

  await page.context().setOffline(true);
  await expect(page.getByText("Offline. You can go on; your work is sent later.").first()).toBeVisible();
  await action(page, "Submit").click();
  await expect(page.getByRole("button", { name: "1 waiting" })).toBeVisible();
  await expectAccessibleIn(["light", "dark"]);
  await page.context().setOffline(false);
  await expect(page.getByRole("button", { name: "All changes saved" })).toBeVisible();

  await page.route("**/api/v1/me/datasets/*/records**", (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect(page.getByRole("heading", { name: "The records could not be loaded." })).toBeVisible();
  await expectAccessibleIn(["light", "dark"]);
});

test("LAY-09 LAY-10 design/shell.md#layout: at 400, 1280 and 2560 px the page scrolls down only, and the actions are in reach", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const person = await member(api);
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  for (const width of [400, 451, 800, 1000, 1024, 1280, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    for (const name of ["Discard", "Save draft", "Submit"] as const) {
      await expect(action(page, name), `${name} at ${width}`).toBeInViewport({ ratio: 1 });
    }
    await expect(question(page, VERDICT), `questions at ${width}`).toBeInViewport();
    // The running head drops words before it cuts the number of records left.
    const left = record(page, 1).getByText("6 left");
    expect(
      await left.evaluate((element) => {
        const line = element.parentElement ?? element;
        return element.getBoundingClientRect().right <= line.getBoundingClientRect().right;
      }),
      `what is left at ${width}`,
    ).toBe(true);
    // Text lines do not grow with the window: at most 72 characters at 17 px.
    const article = record(page, 1).getByRole("article", { name: "Question" });
    const text = await article.getByText(/^Letter/).boundingBox();
    expect(text?.width).toBeLessThanOrEqual(612);
    // The running head ends at the edge of the sheet.
    const sheet = await record(page, 1).boundingBox();
    const menu = await page.getByRole("button", { name: "More about this record" }).boundingBox();
    const rightOf = (box: typeof sheet) => (box === null ? Number.NaN : box.x + box.width);
    expect(rightOf(sheet) - rightOf(menu), `menu at ${width}`).toBeGreaterThanOrEqual(4);
  }
  await page.setViewportSize({ width: 400, height: 800 });
  const targets = page.getByRole("group", { name: VERDICT }).getByRole("button", { name: /Fully|In part|Not at all/ });
  for (const target of await targets.all()) expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  // Floating parts cover neither the actions nor the line with Undo.
  await action(page, "Submit").click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await page.context().setOffline(true);
  const toast = page.getByRole("region", { name: "Notifications" }).getByText("You are offline.");
  await expect(toast).toBeVisible();
  const [floating, undo] = [await toast.boundingBox(), await page.getByRole("button", { name: "Undo" }).boundingBox()];
  expect((floating?.y ?? 0) + (floating?.height ?? 0)).toBeLessThanOrEqual(undo?.y ?? 0);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Guidelines" }).click();
  await expect(page.getByRole("heading", { name: "Clarity" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible();
  // The dataset's name is not cut, and the settings are now in the menu.
  await page.setViewportSize({ width: 320, height: 800 });
  const name = page.getByRole("navigation", { name: "Breadcrumb" }).getByText(setup.dataset, { exact: true });
  await expect.poll(() => name.evaluate((crumb) => crumb.scrollWidth - crumb.clientWidth)).toBe(0);
  await page.getByRole("button", { name: /Open menu/ }).click();
  await expect(page.getByRole("menuitem", { name: "Dataset settings" })).toBeVisible();
});

test("FAN-25 FEN-27 whatever a record holds is shown as text: long, in any script, in any direction, and never run", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const attack = `<script>window.hurt = true</script><img src=x onerror="window.hurt = true"><iframe src="javascript:alert(1)"></iframe><style>body{display:none}</style><a href="javascript:window.hurt=true" onclick="window.hurt=true">press</a>`;
  const scripts = {
    arabic: "السلام عليكم، طلبت مصباحًا قبل عشرة أيام ولم يصل حتى الآن.",
    japanese: "注文した本棚がまだ届きません。いつ届きますか。",
    emoji: "Great 👩‍👩‍👧‍👦 service 🏳️‍🌈 really 👍🏽",
    attack,
    word: "x".repeat(3_000),
    long: Array.from({ length: 20_000 }, (_, at) => `word${at}`).join(" "),
  };
  const strange = await setUp(api, {
    fields: [
      { name: "text", title: "Text", required: true },
      { name: "rich", title: "Rich", required: false, markdown: true },
    ],
    questions: [
      {
        name: "label",
        title: attack,
        required: true,
        description: attack,
        settings: {
          type: "label_selection",
          options: [
            ...labels("short", "の".repeat(120)),
            { value: "long", text: "x".repeat(300) },
            { value: "attack", text: attack.slice(0, 300) },
            { value: "emoji", text: scripts.emoji },
          ],
          visible_options: null,
        },
      },
    ],
    records: Object.values(scripts).map((text) => ({ fields: { text, rich: text } })),
    guidelines: attack,
  });
  const person = await member(api, strange);
  await signIn(person.username, person.password);
  await openDataset(page, strange);
  await page.keyboard.press("Alt+g");
  const seen = new Set<string>();
  for (let number = 1; number <= 6; number++) {
    await expect(record(page, number)).toBeVisible();
    const field = record(page, number).getByRole("article", { name: "Text" });
    const text = await field.textContent();
    const [name] = Object.entries(scripts).find(([, content]) => text?.includes(content)) ?? [""];
    seen.add(name);
    if (name === "arabic") await expect(field.getByText(scripts.arabic)).toHaveCSS("direction", "rtl");
    if (name === "emoji") await expect(field.getByText(scripts.emoji)).toHaveCSS("direction", "ltr");
    for (const width of [400, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
      await expect(action(page, "Submit")).toBeInViewport({ ratio: 1 });
    }
    if (name === "attack") {
      const rich = record(page, number).getByRole("article", { name: "Rich" });
      await expect(rich.getByText("press")).toBeVisible();
      await expect(rich.locator("script, iframe, style, [onerror], [onclick], [href^=javascript]")).toHaveCount(0);
      await expectAccessible();
    }
    await page.keyboard.press("ArrowRight");
  }
  expect(seen).toEqual(new Set(Object.keys(scripts)));
  expect(await page.evaluate(() => "hurt" in window)).toBe(false);
  const long = page.getByRole("button", { name: "x".repeat(300), exact: true });
  await expect(long).toHaveAttribute("title", "x".repeat(300));
  await long.click();
  await expect(long).toHaveAttribute("aria-pressed", "true");
});

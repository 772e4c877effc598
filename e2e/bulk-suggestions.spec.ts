import { addPerson, labels, setUp } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/** The user sees the effect of "Accept suggestions" and "all that match" before it happens (design/bulk.md). */

const TONE = {
  name: "tone",
  title: "Tone",
  required: true,
  settings: { type: "label_selection", options: labels("warm", "cold") },
};
const TOPICS = {
  name: "topics",
  title: "Topics",
  required: false,
  settings: { type: "multi_label_selection", options: labels("birds", "weather", "law") },
};
const STARS = {
  name: "stars",
  title: "Stars",
  required: false,
  settings: { type: "rating", options: [1, 2, 3].map((value) => ({ value })) },
};

test("FBU-11 design/bulk.md: each row shows what is suggested for it, and the head how many can be accepted", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const all = { tone: { value: "warm", score: 0.784 }, topics: { value: ["birds", "law"] }, stars: { value: 2 } };
  const setup = await setUp(api, {
    questions: [TONE, TOPICS, STARS],
    records: [
      { fields: { text: "Swifts sleep in the air." }, suggestions: all },
      { fields: { text: "Storks do not." }, suggestions: { stars: { value: 3 } } },
      { fields: { text: "Long. ".repeat(60) }, suggestions: { tone: { value: "cold" } } },
    ],
  });
  const person = await addPerson(api, setup, "sees");
  await signIn(person.username, person.password);
  await page.goto(`/dataset/${setup.datasetId}/annotation-mode?page=1~10`);
  const list = page.getByRole("grid", { name: "Records" });
  const row = (text: string) => list.getByRole("row").filter({ hasText: text });
  await expect(row("Swifts")).toContainText("warm78.4 %");
  await expect(row("Swifts")).toContainText("birds, law");
  await expect(row("Swifts")).toContainText("+1");
  await expect(row("Swifts").getByText("Suggested, Tone: warm")).toBeAttached();
  await expect(row("Storks")).not.toContainText("+");
  await expect(page.getByText("2 of 3 on this page have suggestions for every required question")).toBeVisible();
  expect((await row("Swifts").boundingBox())?.height).toBeLessThanOrEqual(48);
  expect((await row("Long.").boundingBox())?.height).toBeGreaterThan(48);
  await expectAccessible();

  await row("Swifts").getByRole("checkbox").check();
  await row("Storks").getByRole("checkbox").check();
  await expect(page.getByText("1 of 2 has suggestions for every required question")).toBeVisible();
  await page.keyboard.press("a");
  await expect(row("Swifts").getByText("Submitted", { exact: true })).toBeVisible();
  await expect(row("Storks")).toHaveAccessibleName(/Pending/);
});

test("FBU-08 FBU-12 of more than a thousand matches the first thousand are offered, and a word says why no more, or none", async ({
  page,
  api,
  signIn,
}) => {
  const records = Array.from({ length: 1_010 }, (_, at) => ({ fields: { text: `Letter ${at + 1}` } }));
  const setup = await setUp(api, { questions: [TONE], records });
  const person = await addPerson(api, setup, "thousand");
  await signIn(person.username, person.password);
  const address = `/dataset/${setup.datasetId}/annotation-mode?page=1~10`;
  const whole = page.getByRole("checkbox", { name: "Select this page" });
  await page.goto(address);
  await whole.check();
  await expect(page.getByText("This page is selected. To include other pages, narrow the list")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Include/ })).toHaveCount(0);

  await page.goto(`${address}&search=letter`);
  await whole.check();
  await expect(page.getByText("1,010 match; up to 1,000 can be answered at once.")).toBeVisible();
  await page.getByRole("button", { name: "Include the first 1,000" }).click();
  await expect(page.getByText("The first 1,000 of 1,010 matches included")).toBeVisible();
  await expect(page.getByText("1,000 selected", { exact: true })).toBeVisible();
  await expect(page.getByText("is written to the first 1,000 matching records")).toBeVisible();
});

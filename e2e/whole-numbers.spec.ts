import type { Locator } from "@playwright/test";
import { addressOf } from "./support/annotation.ts";
import { addPerson, labels, setUp } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/** Ids of 64 bits and more, as posts and products have them: the browser's own numbers hold none of them exactly. */
const IDS = ["9007199254740992", "9007199254740993", "9007199254740994", "12345678901234567890123"] as const;
const [, ASKED, , LARGEST] = IDS;
/** a filter of one value, as the address has it */
const ONE_VALUE = /metadata=post\.ge(\d+)\.le\1$/;
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }; // newer than the types of the language

/** True if no part of the text is cut off. */
const isWhole = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const wide = range.getBoundingClientRect().right;
    for (let box: Element | null = element; box !== null && !box.matches("main"); box = box.parentElement)
      if (getComputedStyle(box).overflowX === "hidden" && box.getBoundingClientRect().right + 1 < wide) return false;
    return true;
  });

test("FFI-28 whole numbers beyond 2^53 are shown, filtered by and kept in the address with all of their digits", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await setUp(api, {
    questions: [
      {
        name: "q",
        title: "Fine?",
        required: true,
        settings: { type: "label_selection", options: labels("yes", "no") },
      },
    ],
    metadata: [{ name: "post", title: "Post", settings: { type: "integer", min: null, max: null } }],
    records: IDS.map((id) => ({ fields: { text: `Post ${id}` }, metadata: { post: rawJSON(id) } })),
  });
  const me = await addPerson(api, setup, "counts", "annotator");
  await signIn(me.username, me.password);
  await page.goto(addressOf(setup));
  const left = (count: number) => expect(page.getByText(`${count} left`)).toBeVisible();
  await left(4);

  await page.getByRole("button", { name: /^Filters/ }).click();
  await page.getByRole("button", { name: "Metadata", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Post", exact: true }).click();
  const lowest = page.getByRole("textbox", { name: "Post, lowest" });
  await expect(lowest).toHaveValue(IDS[0]);
  await expect(page.getByRole("textbox", { name: "Post, highest" })).toHaveValue(LARGEST);
  await lowest.fill(ASKED);
  await left(3);
  await expect(page).toHaveURL(new RegExp(`metadata=post\\.ge${ASKED}\\.le${LARGEST}`));
  await page.keyboard.press("Escape");
  const badge = page.getByText(/^: 9,007,199,254,740,993 to 12,345,678,901,234,567,890,123/);
  await expect(badge).toBeVisible();
  expect(await isWhole(badge)).toBe(true);
  await page.reload();
  await left(3);

  await page.getByRole("button", { name: "Reset" }).click();
  await left(4);
  const post = page.getByRole("button", { name: /^Show only records with Post: / });
  expect(await isWhole(post)).toBe(true);
  await post.click();
  await left(1);
  // The first record differs from user to user.
  await expect(page).toHaveURL(ONE_VALUE);
  const [, shown = ""] = ONE_VALUE.exec(page.url()) ?? [];
  expect(IDS).toContain(shown);
  await expect(page.getByText(`Post ${shown}`)).toBeVisible();
});

import type { Route } from "@playwright/test";
import { FIVE_QUESTIONS, LETTER_FIELDS, letter, openDataset, record } from "./support/annotation.ts";
import { addPerson, type Setup, setUp } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/** A server or a network that fails for a moment while somebody opens a dataset. */

let setup: Setup;
test.beforeAll(async ({ api }) => {
  setup = await setUp(api, {
    fields: LETTER_FIELDS,
    questions: FIVE_QUESTIONS.filter(({ name }) => name === "verdict"),
    records: [letter(1), letter(2)],
  });
});

const busy = { status: 503, headers: { "retry-after": "1" }, json: { detail: "busy" } } as const;

test("API-67 each read of the page fails once, by 503 or cut, and the page opens as if nothing had been", async ({
  page,
  api,
  signIn,
}) => {
  const person = await addPerson(api, setup, "reader");
  await signIn(person.username, person.password);
  const failed = new Set<string>();
  await page.route("**/api/**", async (route: Route) => {
    const address = route.request().url();
    const isProbe = address.endsWith("/api/v1/version");
    if (route.request().method() !== "GET" || isProbe || failed.has(address)) return route.continue();
    failed.add(address);
    await (failed.size % 2 === 0 ? route.abort("connectionreset") : route.fulfill(busy));
  });
  await openDataset(page, setup);
  await expect(record(page, 1)).toBeVisible();
  await expect(page.getByRole("button", { name: "Flag for later" })).toHaveAttribute("aria-pressed", "false");
  await expect(page.getByText("0 of 2")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect([...failed].some((address) => address.includes("/api/me"))).toBe(true);
  expect(failed.size).toBeGreaterThan(4);
});

test("ERR-18 FRS-22 flags that stay away are said to be unknown, and are read when the person comes back", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const person = await addPerson(api, setup, "returner");
  await signIn(person.username, person.password);
  await page.route("**/flags?**", (route) => route.fulfill({ status: 500, json: { detail: "broken" } }));
  await openDataset(page, setup);
  await expect(page.getByRole("button", { name: /^It could not be read whether you flagged/ })).toBeDisabled();
  await expectAccessible();
  await page.unroute("**/flags?**");
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByRole("button", { name: "Flag for later" })).toHaveAttribute("aria-pressed", "false");
});

import { addressOf } from "./support/annotation.ts";
import { addPerson, labels, type Setup, setUp } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/** The user leaves a page while it loads (design/states.md). */

let setup: Setup;
test.beforeAll(async ({ api }) => {
  const settings = { type: "label_selection", options: labels("yes", "no") };
  const questions = [{ name: "answer", title: "Answer", required: true, settings }];
  setup = await setUp(api, { questions, records: [{ fields: { text: "A text." } }] });
});

test("ERR-17 a page that is left while it loads shows no error, whatever was on its way", { tag: "@main" }, async ({
  page,
  api,
  signIn,
}) => {
  const person = await addPerson(api, setup, "hasty");
  await signIn(person.username, person.password);
  await page.addInitScript(() => {
    const wrong = /[^\n]*(?:Something went wrong|could not be|The server does not answer|You are offline)[^\n]*/;
    new MutationObserver(() => {
      const shown = wrong.exec(document.body?.innerText ?? "");
      if (shown !== null) sessionStorage.setItem("wrong", shown[0]);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  // Each page leaves by itself in its first frame: a driver that leaves at once confuses its own navigations.
  await page.addInitScript(() => {
    const [next, ...rest] = JSON.parse(sessionStorage.getItem("left") ?? "[]") as string[];
    if (next === undefined) return;
    requestAnimationFrame(() => {
      sessionStorage.setItem("left", JSON.stringify(rest));
      if (next === "again") location.reload();
      else location.assign(next);
    });
  });
  await page.goto("/user-settings"); // a page without the heading that the test waits for
  const places = ["/datasets", addressOf(setup), "/user-settings", addressOf(setup)];
  const steps = places.flatMap((path) => [path, "again"]);
  await page.evaluate((all) => {
    sessionStorage.setItem("left", JSON.stringify(all.slice(1)));
    location.assign(all[0] ?? "");
  }, steps);
  await expect(page.getByRole("heading", { name: "Answer" })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem("left"))).toBe("[]");
  expect(await page.evaluate(() => sessionStorage.getItem("wrong"))).toBeNull();
});

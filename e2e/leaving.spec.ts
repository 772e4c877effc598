import { addressOf } from "./support/annotation.ts";
import { addPerson, labels, type Setup, setUp } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/** A page that is left while it loads (design/states.md). */

let setup: Setup;
test.beforeAll(async ({ api }) => {
  const settings = { type: "label_selection", options: labels("yes", "no") };
  const questions = [{ name: "answer", title: "Answer", required: true, settings }];
  setup = await setUp(api, { questions, records: [{ fields: { text: "A text." } }] });
});

test("ERR-17 a page that is left while it loads shows no error, whatever was on its way", { tag: "@firefox" }, async ({
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
  for (const path of [addressOf(setup), "/datasets", addressOf(setup), "/user-settings", addressOf(setup)]) {
    await page.goto(path, { waitUntil: "commit" });
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.reload({ waitUntil: "commit" });
  }
  await expect(page.getByRole("heading", { name: "Answer" })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem("wrong"))).toBeNull();
});

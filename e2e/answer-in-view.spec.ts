import { action, openDataset } from "./support/annotation.ts";
import { addPerson, labels, setUp } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/** The page submits no answer that was not on the screen (design/questions.md#suggestions). */

const LONG = "an answer with a long name that has to be read in full";

test("FAN-18 LAY-10 on a narrow page the answer that Submit would send stands above the actions until its question is in view", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 450, height: 800 });
  const topic = {
    title: "Topic",
    required: true,
    settings: { type: "label_selection", options: labels(LONG, "other") },
  };
  const tone = {
    ...topic,
    name: "tone",
    title: "Tone",
    settings: { ...topic.settings, options: labels("calm", "loud") },
  };
  const text = Array.from({ length: 80 }, (_, at) => `Line ${at + 1} of a long text.`).join("\n");
  const suggestions = { topic: { value: LONG }, tone: { value: "calm" } };
  const setup = await setUp(api, {
    questions: [{ ...topic, name: "topic" }, tone],
    records: [1, 2].map(() => ({ fields: { text }, suggestions })),
  });
  const person = await addPerson(api, setup, "narrow");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  // The chip beside the title also says that the answer is suggested.
  const answer = page.getByRole("button", { name: new RegExp(`^Answer: ${LONG} ?\\. Show it`) });
  await expect(answer).toBeInViewport();
  await expect(page.getByText("+1", { exact: true })).toBeInViewport();
  await expect(action(page, "Submit")).toBeInViewport();
  await expectAccessible();
  await answer.click();
  await expect(page.getByRole("group", { name: "Topic", exact: true })).toBeInViewport();
  await expect(answer).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(answer).toBeHidden();
});

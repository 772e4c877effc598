import { openDataset, record } from "./support/annotation.ts";
import { addPerson, labels, setUp } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/** The effects that a record's markdown may have on the page (FAN-25). */

const HOSTILE = `# First

### Third

<p style="color: red" onclick="window.touched = true">words</p>
<style>body { display: none }</style>
<img src="http://pictures.test/a.png" onerror="window.touched = true" alt="a bird">
<iframe src="http://frames.test/"></iframe>

# Again
`;

test("FAN-25 hostile markdown asks nothing of anybody, leaves nothing for the policy, and keeps the order of headings", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const setup = await setUp(api, {
    fields: [{ name: "text", title: "Text", required: true, markdown: true }],
    questions: [
      {
        name: "answer",
        title: "Fine?",
        settings: { type: "label_selection", options: labels("yes", "no") },
        required: true,
      },
    ],
    records: [{ fields: { text: HOSTILE } }],
  });
  const person = await addPerson(api, setup, "beholder");
  const asked: string[] = [];
  await page.context().route(/pictures\.test|frames\.test/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  });
  const stopped: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) stopped.push(message.text());
  });
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  const sheet = record(page, 1);
  await expect(sheet.getByText("words")).toBeVisible();
  await expect(sheet.getByRole("heading", { level: 3 })).toHaveText(["First", "Again"]);
  await expect(sheet.getByRole("heading", { name: "Third", level: 4 })).toBeVisible();
  await expectAccessible();
  await expectAccessible("heading-order");
  expect({ asked, stopped }).toEqual({ asked: [], stopped: [] });

  await sheet.getByRole("button", { name: "Show the picture “a bird” from pictures.test" }).click();
  await expect(sheet.getByRole("img", { name: "a bird" })).toBeVisible();
  await expect.poll(() => asked).toEqual(["http://pictures.test/a.png"]);
  expect(stopped).toEqual([]);
  expect(await page.evaluate(() => "touched" in window)).toBe(false);
});

test("FAN-25 a manager allows a host in the settings, and its pictures load at once for everybody", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const setup = await setUp(api, {
    fields: [{ name: "text", title: "Text", required: true, markdown: true }],
    questions: [
      {
        name: "answer",
        title: "Fine?",
        settings: { type: "label_selection", options: labels("yes", "no") },
        required: true,
      },
    ],
    records: [{ fields: { text: "![a bird](http://pictures.test/a.svg) ![a map](http://maps.test/b.svg)" } }],
  });
  await page
    .context()
    .route(/pictures\.test|maps\.test/, (route) =>
      route.fulfill({ contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    );
  const admin = await addPerson(api, setup, "allows", "admin");
  await signIn(admin.username, admin.password);
  await page.goto(`/dataset/${setup.datasetId}/settings`);
  const pictures = page.getByRole("region", { name: "Pictures from other servers" });
  const host = pictures.getByLabel("Host", { exact: true });
  await host.fill("not a host");
  await host.press("Enter");
  await expect(pictures.getByRole("alert")).toContainText("“not a host” is not a host");
  await host.fill("http://Pictures.test/birds/a.svg");
  await pictures.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(pictures.getByRole("listitem")).toHaveText(["pictures.test"]);
  await expectAccessible();

  await openDataset(page, setup);
  await expect(record(page, 1).getByRole("img", { name: "a bird" })).toBeVisible();
  await expect(record(page, 1).getByRole("button", { name: "Show the picture “a map” from maps.test" })).toBeVisible();

  await page.goto(`/dataset/${setup.datasetId}/settings`);
  await pictures.getByRole("button", { name: "No longer allow pictures.test" }).click();
  await expect(pictures.getByRole("listitem")).toHaveCount(0);
  await expect(host).toBeFocused();
  await openDataset(page, setup);
  await expect(record(page, 1).getByRole("button", { name: /from pictures.test/ })).toBeVisible();
});

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setUpStage } from "./support/administration.ts";
import { expectNoSidewaysScroll } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

/** Webhooks, from the first one to an event that is sent again (design/administration.md#webhooks). */

test("HOK-10 HOK-13 HOK-14 a webhook is made by keys, hears of a dataset, and is sent the same event again", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const ids: unknown[] = [];
  const second = { answer: () => undefined as unknown };
  const receiver = createServer((request, response) => {
    const answer = () => response.writeHead(202).end("thanks");
    if (ids.push(request.headers["webhook-id"]) === 2) second.answer = answer;
    else request.resume().on("end", answer);
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as AddressInfo; // listening on TCP
  const url = `http://127.0.0.1:${port}/events`;
  const stage = await setUpStage(api);
  await signIn();
  await page.goto("/webhooks");
  await page.getByRole("button", { name: "New webhook" }).focus();
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "New webhook" });
  await expect(form.getByLabel("Address")).toBeFocused();
  await page.keyboard.type(url);
  await form.getByLabel("dataset.updated").focus();
  await page.keyboard.press("Space");
  await form.getByText(stage.workspace, { exact: true }).click();
  await expectAccessible();
  await page.keyboard.press("Enter");
  const secret = page.getByRole("alertdialog", { name: "The secret of the webhook" });
  await expect(secret.getByLabel("Secret")).toHaveText(/^[\w+/]{86}==$/);
  await secret.getByRole("button", { name: "Done" }).click();

  await api.patch(`/api/v1/datasets/${stage.datasetId}`, { guidelines: "Read twice." });
  const row = page.getByRole("row").filter({ hasText: url });
  await row.getByRole("button", { name: `Deliveries to ${url}` }).click();
  const deliveries = page.getByRole("dialog", { name: "Deliveries" });
  await expect(deliveries.getByRole("listitem")).toContainText("Delivered, 1 try, answer 202thanks");
  await expectAccessible();
  await page.setViewportSize({ width: 450, height: 800 });
  await expectNoSidewaysScroll(page);
  await deliveries.getByRole("button", { name: /^Send again dataset.updated/ }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => ids).toHaveLength(2);
  expect(ids[1]).toBe(ids[0]);
  // The event goes to the list of what waits and back, and the focus goes with it.
  await expect(deliveries.getByRole("button", { name: /^Try now dataset.updated/ })).toBeFocused();
  second.answer();
  await expect(deliveries.getByRole("button", { name: /^Send again dataset.updated/ })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(deliveries).toHaveCount(0);
  await row.getByRole("button", { name: `Delete ${url}` }).click();
  await page.getByRole("dialog", { name: "Delete webhook" }).getByRole("button", { name: "Delete webhook" }).click();
  await expect(row).toHaveCount(0);
  receiver.close();
});

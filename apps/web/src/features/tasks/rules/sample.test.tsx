import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { closeSession } from "../../../lib/session/store.ts";
import { enter, label, press, RULES, showRules } from "./rules.fixture.tsx";
import { RulesServer } from "./rules-server.fixture.ts";

afterEach(() => {
  closeSession("signed-out");
  vi.unstubAllGlobals();
});

const LAMPS = Array.from({ length: 60 }, (_, at) => ({ id: String(at).padStart(3, "0"), text: `lamp number ${at}` }));

async function openSample(labels?: readonly string[]) {
  const server = new RulesServer([...LAMPS], RULES());
  showRules({ server, query: "lamp*", ...(labels && { labels }) });
  fireEvent.click(await screen.findByRole("button", { name: "20 at random" }));
  await screen.findByText("20 of 60 at random");
  return server;
}
const sheet = () => screen.getByRole("region", { name: "Sample of the records the rule matches" });
const rows = () => within(sheet()).getAllByRole("listitem");
const texts = () => rows().map((row) => row.querySelector("p")?.textContent ?? "");
const marksOf = (at: number) =>
  within(rows()[at] ?? document.body)
    .queryAllByRole("button", { pressed: true })
    .map(({ textContent }) => textContent?.slice(1));
const estimate = () => screen.getByRole("region", { name: "Precision, by this sample" }).textContent;
const cursor = () => rows().findIndex((row) => row.getAttribute("aria-current") === "true");

test("RUL-24 twenty of the rule's records are drawn by lot, and another twenty when asked for", async () => {
  await openSample();
  const first = texts();
  expect(new Set(first).size).toBe(20);
  expect(screen.getByText("Is Lighting right here?")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Another 20" }));
  await waitFor(() => expect(rows()).toHaveLength(20));
  expect(texts()).not.toEqual(first);
  fireEvent.click(screen.getByRole("button", { name: "All matches" }));
  expect(screen.getByText("the records")).toBeTruthy();
});

test("RUL-24 Y and N mark the record under the cursor, which goes on by itself; Wilson's interval says how sure that is", async () => {
  const server = await openSample();
  for (let at = 0; at < 13; at++) press("y");
  press("n");
  press("n");
  expect([cursor(), marksOf(12), marksOf(13)]).toEqual([15, ["ok"], ["ko"]]);
  expect(estimate()).toContain("87 %62 to 96 %");
  expect(screen.getByText("15 of 20 marked")).toBeTruthy();
  press("k");
  press("n");
  expect([cursor(), marksOf(14)]).toEqual([14, []]);
  expect(server.called("POST", ":bulk")).toEqual([]);
});

test("RUL-24 each printed key works where it is printed: labels give Y and N to the marks meanwhile", async () => {
  const keys = [..."1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const labels = keys.map((key) => `label ${key}`);
  await openSample(labels);
  press("n");
  expect(marksOf(0)).toEqual(["ko"]);
  fireEvent.click(label("Show 26 more labels"));
  expect(label("label N").getAttribute("aria-keyshortcuts")).toBeNull();
});

test("RUL-24 marks are of one choice of labels: with another one the estimate begins anew", async () => {
  await openSample();
  press("y");
  expect(estimate()).toContain("100 %");
  press("2");
  expect(estimate()).not.toContain("100 %");
  expect(screen.getByText("0 of 20 marked")).toBeTruthy();
});

test("RUL-24 where the rule finds few, the sample is all of them, and there is no other", async () => {
  showRules({ query: "lamp*" });
  fireEvent.click(await screen.findByRole("button", { name: "3 at random" }));
  await screen.findByText("3 of 3 at random");
  expect(screen.queryByRole("button", { name: /^Another/ })).toBeNull();
});

test("RUL-24 a query that finds nothing offers no sample once that is known, and has none", async () => {
  showRules({ query: "zebra" });
  const none = await screen.findByRole("button", { name: "0 at random" });
  expect([none.getAttribute("aria-disabled"), none.title]).toEqual(["true", "The query finds no record."]);
  fireEvent.click(none);
  expect(screen.getByText("the records")).toBeTruthy();
  enter("lamp*");
  expect(screen.getByRole("button", { name: "20 at random" }).getAttribute("aria-disabled")).toBeNull();
  fireEvent.click(await screen.findByRole("button", { name: "3 at random" }));
  enter("zebra");
  expect(await screen.findByText("The query finds no record.")).toBeTruthy();
});

test("RUL-24 another sample keeps the focus where it was asked for", async () => {
  const server = await openSample();
  let letGo = () => {};
  server.held.set(":search", new Promise((done) => (letGo = done)));
  const another = screen.getByRole("button", { name: "Another 20" });
  another.focus();
  fireEvent.click(another);
  await waitFor(() => expect(another.getAttribute("aria-disabled")).toBe("true"));
  expect(screen.queryAllByRole("listitem")).toEqual([]);
  server.held.clear();
  letGo();
  await waitFor(() => expect(rows()).toHaveLength(20));
  expect(document.activeElement).toBe(another);
});

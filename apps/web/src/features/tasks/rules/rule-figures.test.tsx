import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { closeSession } from "../../../lib/session/store.ts";
import { enter, figures, press, RECORDS, RULES, showRules } from "./rules.fixture.tsx";
import { RulesServer } from "./rules-server.fixture.ts";

afterEach(() => {
  vi.useRealTimers();
  closeSession("signed-out");
  vi.unstubAllGlobals();
});

test("TEN-05 RUL-02 RUL-10 RUL-25 the figures of the rule stand beside those of all", async () => {
  showRules({ query: "lamp*" });
  await waitFor(() => expect(figures("Precision")).toEqual(["50 %", "66.7 %"]));
  expect(figures("Coverage")).toEqual(["50 %", "83.3 %"]);
  expect(figures("Records")).toEqual(["3", "5"]);
  expect(figures("Annotated coverage")).toEqual(["100 %2 of 2", "100 %2 of 2"]);
  expect(figures("Correct")).toEqual(["1", "2"]);
  expect(figures("Incorrect")).toEqual(["1", "1"]);
});

test("RUL-07 the precision of all rules is made of the sums of each", async () => {
  const records = RECORDS().map((record) => (record.id === "5" ? { ...record, annotated: ["Parking"] } : record));
  showRules({ server: new RulesServer(records, RULES()), query: "lamp*" });
  await waitFor(() => expect(figures("Correct")[1]).toBe("3"));
  expect([figures("Incorrect")[1], figures("Precision")[1]]).toEqual(["1", "75 %"]);
});

test("RUL-21 without a judged record the precision is a dash", async () => {
  const records = RECORDS().map(({ id, text }) => ({ id, text }));
  showRules({ server: new RulesServer(records, RULES()), query: "lamp*" });
  await waitFor(() => expect(figures("Records")).toEqual(["3", "5"]));
  expect(figures("Precision")).toEqual(["-", "-"]);
  expect(figures("Annotated coverage")).toEqual(["-", "-"]);
});

test("RUL-11 RUL-20 figures are asked for 300 ms after the last change, with an entry for each label", async () => {
  const server = showRules({ query: "lamp*", multiLabel: true });
  await waitFor(() => expect(figures("Records")[0]).toBe("3"));
  vi.useFakeTimers();
  const asked = () =>
    server
      .called("GET", "lamp*/metrics")
      .map(({ search }) => search.getAll("label"))
      .filter((labels) => labels.length > 1);
  press("2");
  press("3");
  act(() => void vi.advanceTimersByTime(299));
  expect(asked()).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(asked()).toEqual([["Lighting", "Parking", "Trees"]]);
});

test("RUL-20 a late answer about an earlier query never stands for the present one", async () => {
  const server = showRules();
  await screen.findByText("All 3 rules");
  let letGo = () => {};
  server.held.set("bin/metrics", new Promise((done) => (letGo = done)));
  enter("bin");
  await waitFor(() => expect(server.called("GET", "bin/metrics")).toHaveLength(1));
  enter("music OR loud OR lamp");
  await waitFor(() => expect(figures("Records")[0]).toBe("3"));
  await act(async () => letGo());
  expect(figures("Records")[0]).toBe("3");
});

test("RUL-06 RUL-19 without rules nothing is asked of all rules, and their figures are empty", async () => {
  const server = showRules({ server: new RulesServer(RECORDS(), []), query: "lamp*" });
  await waitFor(() => expect(figures("Records")).toEqual(["3", "-"]));
  expect(server.calls.filter(({ path }) => path.endsWith("rules/metrics"))).toEqual([]);
});

test("RUL-18 where the rules could not be loaded their figures say so in their place", async () => {
  const server = new RulesServer(RECORDS(), RULES());
  server.failing.set("GET /api/datasets/inbox/TextClassification/labeling/rules", 500);
  showRules({ server, query: "lamp*" });
  expect((await screen.findByRole("alert")).textContent).toContain("No rules info found");
  server.failing.clear();
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("All 3 rules")).toBeTruthy();
});

test("RUL-25 each label says how many records its rules find, and one without a rule 0", async () => {
  const rules = [...RULES(), { query: "gate OR music", labels: ["Lighting"] }];
  showRules({ server: new RulesServer(RECORDS(), rules) });
  await screen.findByText("Records by label");
  const said = screen.getAllByRole("term").map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(said).toEqual([
    ["Lighting", "4"],
    ["Parking", "3"],
    ["Trees", "2"],
    ["Noise", "0"],
  ]);
});

test("RUL-02 each figure explains itself in a sentence", async () => {
  showRules({ query: "lamp*" });
  await screen.findByText("All 3 rules");
  const coverage = screen.getByRole("button", { name: "Coverage" });
  fireEvent.pointerEnter(coverage);
  expect((await screen.findByRole("tooltip")).textContent).toBe("Share of all records that the query finds.");
});

import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { closeSession } from "../../../lib/session/store.ts";
import { press, RECORDS, RULES, searchBox, showRules } from "./rules.fixture.tsx";
import { RulesServer } from "./rules-server.fixture.ts";

afterEach(() => {
  closeSession("signed-out");
  vi.unstubAllGlobals();
});

async function openConflicts() {
  fireEvent.click(await screen.findByRole("button", { name: "Conflicts" }));
  return screen.findByRole("list", { name: "Records on which rules disagree" });
}
const rows = (list: HTMLElement) => Array.from(list.children).filter((child) => child.matches("li"));
const textsOf = (list: HTMLElement) => rows(list).map((row) => row.querySelector("p")?.textContent);

test("RUL-24 the margin says on how many records rules disagree", async () => {
  showRules({ query: "park" });
  const way = await screen.findByRole("button", { name: "Conflicts" });
  await waitFor(() => expect(way.nextSibling?.textContent).toBe("2 records"));
});

test("RUL-24 records on which two rules share no label, with what each rule and the people say", async () => {
  showRules({ query: "park" });
  const list = await openConflicts();
  await waitFor(() =>
    expect(textsOf(list)).toEqual(["A car hit the lamp in the car park", "Lamps and trees in the park"]),
  );
  const [first, second] = rows(list).map((row) => within(row as HTMLElement).getByRole("list"));
  expect(Array.from(first?.children ?? [], (line) => line.textContent)).toEqual([
    "lamp*LightingcontradictsEdit rule",
    "parkParkingagreesEdit rule",
  ]);
  expect(Array.from(second?.children ?? [], (line) => line.textContent)).toEqual([
    "lamp*LightingEdit rule",
    "parkParkingEdit rule",
    "tree*TreesEdit rule",
  ]);
  const marked = rows(list).map((row) => Array.from(row.querySelectorAll("mark"), (mark) => mark.textContent));
  expect(marked).toEqual([
    ["lamp", "park"],
    ["Lamps", "trees", "park"],
  ]);
});

test("RUL-24 pairs stand beside the list, the most frequent first, and narrow it", async () => {
  showRules({ query: "park" });
  const list = await openConflicts();
  const pairs = screen.getByRole("region", { name: "Pairs of rules" });
  expect(
    within(pairs)
      .getAllByRole("button")
      .map(({ textContent }) => textContent),
  ).toEqual([...["All pairs2", "lamp*park2", "lamp*tree*1", "parktree*1"]]);
  fireEvent.click(within(pairs).getByRole("button", { name: /lamp\*tree\*/ }));
  await waitFor(() => expect(screen.getByText("1 of 2 records")).toBeTruthy());
  expect(list.isConnected).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: "Show all pairs" }));
  expect(await screen.findByText("2 records")).toBeTruthy();
});

test("RUL-24 a line leads to its rule, and J goes to the next record", async () => {
  showRules({ query: "park" });
  const list = await openConflicts();
  const current = () => rows(list).map((row) => row.getAttribute("aria-current"));
  expect(current()).toEqual(["true", null]);
  press("j");
  expect(current()).toEqual([null, "true"]);
  fireEvent.click(within(rows(list)[1] as HTMLElement).getByRole("button", { name: "Edit rule tree*" }));
  expect(searchBox().value).toBe("tree*");
  expect(await screen.findByRole("button", { name: "Trees", pressed: true })).toBeTruthy();
});

test("RUL-24 rules that never meet have no conflicts", async () => {
  const rules = [
    { query: "lamp*", labels: ["Lighting"] },
    { query: "bin", labels: ["Noise"] },
  ];
  showRules({ server: new RulesServer(RECORDS(), rules) });
  fireEvent.click(await screen.findByRole("button", { name: "Conflicts" }));
  expect(await screen.findByText("No two rules disagree on a record.")).toBeTruthy();
});

test("RUL-24 what the rules find is read page by page, and again after a failure", async () => {
  const records = Array.from({ length: 1500 }, (_, at) => ({ id: String(at).padStart(5, "0"), text: "lamp park" }));
  const server = new RulesServer(records, [
    { query: "lamp", labels: ["Lighting"] },
    { query: "park", labels: ["Parking"] },
  ]);
  server.failing.set("records/:search", 500);
  showRules({ server });
  fireEvent.click(await screen.findByRole("button", { name: "Conflicts" }));
  const retry = await screen.findByRole("button", { name: "Retry" });
  server.failing.clear();
  fireEvent.click(retry);
  expect(await screen.findByRole("heading", { name: "Conflicts (1,500)" })).toBeTruthy();
  expect(screen.getByText("1–10 of 1,500 records")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Next page" }));
  expect(screen.getByText("11–20 of 1,500 records")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Page 150" }));
  expect(screen.getByText("1,491–1,500 of 1,500 records")).toBeTruthy();
  press("ArrowLeft");
  expect(screen.getByRole("button", { name: "Page 149", current: "page" })).toBeTruthy();
});

test("RUL-24 an address leads to the conflicts of two rules, to one of their pages, and to the last where it names a later one", async () => {
  const records = Array.from({ length: 25 }, (_, at) => ({ id: String(at).padStart(5, "0"), text: "lamp park" }));
  const server = new RulesServer([...records, { id: "x", text: "park tree" }], RULES());
  showRules({ server, shown: { place: "conflicts", page: 7, pair: ["lamp*", "park"] } });
  expect(await screen.findByText("25 of 26 records")).toBeTruthy();
  expect(screen.getByText("21–25 of 25 records")).toBeTruthy();
  expect(screen.getByRole("button", { name: /^lamp\*park/, pressed: true })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Show all pairs" }));
  expect(await screen.findByText("1–10 of 26 records")).toBeTruthy();
});

test("RUL-24 an address of a pair that is none any more shows all conflicts, and one of a sample without a query its records", async () => {
  showRules({ query: "park", shown: { place: "conflicts", pair: ["lamp*", "gone"] } });
  expect(await screen.findByText("1–2 of 2 records")).toBeTruthy();
  cleanup();
  showRules({ shown: { place: "sample" } });
  expect(screen.getByText("the records")).toBeTruthy();
});

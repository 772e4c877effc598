import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { closeSession } from "../../../lib/session/store.ts";
import { clearToasts, getToasts } from "../../../lib/toasts/store.ts";
import { figures, RECORDS, searchBox, showRules } from "./rules.fixture.tsx";
import { RulesServer } from "./rules-server.fixture.ts";

afterEach(() => {
  closeSession("signed-out");
  clearToasts();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const openList = async () => fireEvent.click(await screen.findByRole("button", { name: "All rules" }));
const rows = () =>
  within(screen.getByRole("table", { name: "Rules" }))
    .getAllByRole("row")
    .slice(1);
const queries = () => rows().map((row) => within(row).getAllByRole("cell")[0]?.textContent);
const toasts = () => getToasts().map(({ message, type }) => [message, type]);

async function openDeletion(query: string) {
  fireEvent.click(await screen.findByRole("button", { name: `Delete the rule ${query}` }));
  return screen.findByRole("alertdialog", { name: "Delete this rule?" });
}

test("RUL-24 RUL-25 the list has every rule with its figures, the newest first", async () => {
  showRules();
  await openList();
  expect(screen.getByRole("heading", { name: "Rules (3)" })).toBeTruthy();
  expect(screen.queryByText("the records")).toBeNull();
  expect(queries()).toEqual(["park", "lamp*", "tree*"]);
  await waitFor(() => expect(rows()[1]?.textContent).toContain("100 %"));
  const cells = within(rows()[1] ?? document.body)
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);
  expect(cells.slice(0, 8)).toEqual([
    ...["lamp*", "Lighting", "Lamps in the street", "50 %"],
    ...["100 % 2 of 2", "1", "1", "50 %"],
  ]);
});

test("RUL-24 the list is sorted by any column, and turned round by the same one", async () => {
  showRules();
  await openList();
  const sortBy = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  sortBy("Query");
  expect(queries()).toEqual(["lamp*", "park", "tree*"]);
  sortBy("Query");
  expect(queries()).toEqual(["tree*", "park", "lamp*"]);
  expect(screen.getByRole("columnheader", { name: "Query" }).getAttribute("aria-sort")).toBe("descending");
  await waitFor(() => expect(rows()[0]?.textContent).toContain("%"));
  sortBy("Coverage");
  expect(queries().at(-1)).toBe("tree*");
});

test("RUL-24 a rule is found by its query", async () => {
  showRules();
  await openList();
  const box = screen.getByRole("searchbox", { name: "Find a rule by its query" });
  fireEvent.change(box, { target: { value: "TREE" } });
  expect(queries()).toEqual(["tree*"]);
  fireEvent.change(box, { target: { value: "bus" } });
  expect(screen.getByText("No rule has “bus” in its query.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Show all rules" }));
  expect(queries()).toHaveLength(3);
});

test("RUL-24 a row opens its rule: its query is searched for, and it is the active one", async () => {
  showRules();
  await openList();
  fireEvent.click(screen.getByRole("button", { name: "park" }));
  expect(searchBox().value).toBe("park");
  expect(screen.getByText("the records")).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Parking", pressed: true })).toBeTruthy();
});

test("RUL-24 RUL-04 TOA-11 a rule is deleted once the question that names it is answered", async () => {
  const server = showRules();
  await openList();
  const dialog = await openDeletion("park");
  expect(dialog.textContent).toContain("park");
  fireEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(server.called("DELETE", "rules")).toEqual([]);
  fireEvent.click(within(await openDeletion("park")).getByRole("button", { name: "Delete rule" }));
  await waitFor(() => expect(toasts()).toEqual([["Rule 'park' is deleted", "success"]]));
  // The toast appears before the dialog closes. Behind an open dialog no element is found by role.
  await waitFor(() => expect(queries()).toEqual(["lamp*", "tree*"]));
  expect(server.rules.map(({ query }) => query)).toEqual(["lamp*", "tree*"]);
});

test("TOA-11 TOA-25 a rule that could not be deleted stays; that is said and written to the log", async () => {
  const server = showRules();
  const log = vi.spyOn(console, "error").mockReturnValue();
  server.failing.set("DELETE", 500);
  await openList();
  fireEvent.click(within(await openDeletion("park")).getByRole("button", { name: "Delete rule" }));
  await waitFor(() => expect(toasts()).toEqual([["Rule 'park' can't be deleted", "error"]]));
  expect(log).toHaveBeenCalledWith("Rule 'park' can't be deleted", expect.anything());
  await waitFor(() => expect(queries()).toHaveLength(3));
});

test("RUL-17 deleting the active rule clears it, deleting another does not", async () => {
  showRules({ query: "park" });
  await openList();
  const back = () => fireEvent.click(screen.getByRole("button", { name: "Back to the editor" }));
  fireEvent.click(within(await openDeletion("tree*")).getByRole("button", { name: "Delete rule" }));
  await waitFor(() => expect(queries()).toHaveLength(2));
  back();
  expect(searchBox().value).toBe("park");
  await openList();
  fireEvent.click(within(await openDeletion("park")).getByRole("button", { name: "Delete rule" }));
  await waitFor(() => expect(queries()).toHaveLength(1));
  back();
  expect(searchBox().value).toBe("");
  expect(screen.getByText("Type a query above to start a rule.")).toBeTruthy();
});

test("RUL-24 without rules the list says what one is and leads back", async () => {
  showRules({ server: new RulesServer(RECORDS(), [{ query: "park", labels: ["Parking"] }]) });
  await openList();
  fireEvent.click(within(await openDeletion("park")).getByRole("button", { name: "Delete rule" }));
  fireEvent.click(await screen.findByRole("button", { name: "Write a rule" }));
  expect(screen.getByText("Type a query above to start a rule.")).toBeTruthy();
  await waitFor(() => expect(figures("Coverage")[1]).toBe("-"));
});

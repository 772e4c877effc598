import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ApiFailure } from "../../../lib/api/failure.ts";
import { type CommandRegistry, useCommandRegistry } from "../../../lib/commands/commands-provider.tsx";
import { setPreference } from "../../../lib/preferences/store.ts";
import { renderPage, TOLD } from "./query.fixture.tsx";
import { QueryBar } from "./query-bar.tsx";

const open = (options: Parameters<typeof renderPage>[1] = {}, rules: readonly string[] = []) =>
  renderPage((page) => <QueryBar page={page} rules={rules} />, options);
const box = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Search records" });
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const key = (name: string, on: Element | null = document.activeElement) =>
  act(async () => void fireEvent.keyDown(on ?? document.body, { key: name }));
const tick = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("checkbox", { name }));
const list = (name: string) => screen.findByRole("group", { name });
const refused = (message: string) =>
  new ApiFailure(400, { detail: { code: "argilla.api.errors::InvalidTextSearchError", params: { message } } }, "no");

test("TSE-09 TSE-19 Enter applies the query, trimmed, from page 1; the × clears it and leaves the filters", async () => {
  const { view, changeView } = open({ filters: { status: ["Default"] }, view: { page: 4 } });
  type("  bin* OR lamp ");
  expect(changeView).not.toHaveBeenCalled();
  await key("Enter", box());
  expect(view()).toMatchObject({ filters: { text: "bin* OR lamp", status: ["Default"] }, page: 1 });
  await press("Clear the search");
  expect(view().filters).toEqual({ status: ["Default"] });
});

test("TSE-10 the command resets the search: no query, sorted by status, descending, from page 1", () => {
  let registry: CommandRegistry | undefined;
  const Bar = ({ page }: { page: Parameters<Parameters<typeof renderPage>[0]>[0] }) => {
    registry = useCommandRegistry();
    return <QueryBar page={page} rules={[]} />;
  };
  const before = { page: 4, sort: [{ id: "score", order: "asc" }] } as const;
  const { view } = renderPage((page) => <Bar page={page} />, { filters: { text: "bin" }, view: before });
  act(() => registry?.run("taskQuery.reset"));
  expect(view()).toMatchObject({ filters: {}, sort: [{ id: "status", order: "desc" }], page: 1 });
});

test("TSE-19 Escape leaves what is in force, and what comes into force otherwise is shown", async () => {
  const { put, view } = open({ filters: { text: "bin" } });
  type("bin AND");
  await key("Escape", box());
  expect(box().value).toBe("bin");
  type("half a query");
  act(() => put({ ...view(), filters: { text: "pond" } }));
  expect(box().value).toBe("pond");
});

test("TSE-22 API-36 a text of more characters than the server reads is not sent, and the box says so", async () => {
  const { changeView } = open();
  type("a".repeat(16_385));
  expect(screen.getByText("16,385 of 16,384 characters")).toBeDefined();
  await key("Enter", box());
  expect(changeView).not.toHaveBeenCalled();
});

test("TSE-22 a query the server refuses is told of below the box, with the place of the mistake", async () => {
  open({ filters: { text: "🚂 bin) lamp" }, failure: refused("Failed to parse query [🚂 bin) lamp]") });
  const note = await screen.findByRole("alert");
  await waitFor(() => expect(note.textContent).toBe(") cannot stand here. At character 6: 🚂 bin) lamp"));
  expect(within(note).getByText(")").tagName).toBe("MARK");
  expect(box().getAttribute("aria-invalid")).toBe("true");
  expect(box().getAttribute("aria-describedby")).toBe(note.id);
});

test("TSE-22 what is wrong with values and not with the text is told in the server's words", async () => {
  open({ filters: { text: "score:abc" }, failure: refused("abc is no number.") });
  expect((await screen.findByRole("alert")).textContent).toBe("abc is no number.");
});

test("TSE-22 other failures are not told of here", async () => {
  open({ failure: new ApiFailure(500, null, "down") });
  await act(async () => undefined);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("TSE-22 the help lists the language, and an example that is pressed stands in the box and waits", async () => {
  const { changeView } = open();
  await press("How to write a query");
  const help = await screen.findByRole("dialog", { name: "How to write a query" });
  expect(within(help).getAllByRole("row").length).toBeGreaterThan(10);
  await press("Put lamp* into the search");
  expect(box().value).toBe("lamp*");
  expect(changeView).not.toHaveBeenCalled();
});

test("TSE-24 the groups that records have values for are on offer, in text to text without labels", () => {
  const { unmount } = open({}, ["bin*"]);
  const groups = () =>
    screen.getAllByRole("button").flatMap(({ textContent }) => (textContent === "" ? [] : [textContent.trim()]));
  expect(groups()).toEqual(["Predictions", "Annotations", "Status", "Metadata", "Rules", "Sort"]);
  unmount();
  const none = { predicted_as: {}, annotated_as: {}, predicted: {}, predicted_by: {}, annotated_by: {}, score: {} };
  open({ task: "Text2Text", told: { ...TOLD, ...none, metadata: {} } });
  expect(groups()).toEqual(["Status", "Sort"]);
});

test("TSE-24 labels are ticked with their counts, apply 300 ms after the last tick, and stand as a chip", async () => {
  const { view, changeView } = open({ view: { page: 3 } });
  await press("Predictions");
  const labels = await list("Predicted as");
  expect(
    within(labels)
      .getAllByRole("checkbox")
      .map((box) => box.closest("label")?.textContent),
  ).toEqual(["Waste160", "Roads90", "Noise40"]);
  vi.useFakeTimers();
  fireEvent.click(within(labels).getByRole("checkbox", { name: /Waste/ }));
  act(() => void vi.advanceTimersByTime(250));
  fireEvent.click(within(labels).getByRole("checkbox", { name: /Noise/ }));
  act(() => void vi.advanceTimersByTime(299));
  expect(changeView).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1));
  vi.useRealTimers();
  expect(view()).toMatchObject({ filters: { predicted_as: ["Waste", "Noise"] }, page: 1 });
  expect(await screen.findByRole("button", { name: "Change predicted as: Waste, Noise", hidden: true })).toBeDefined();
});

test("TSE-24 closing applies at once, Escape brings back what was set before it opened", async () => {
  const { view } = open({ filters: { status: ["Default"] } });
  await press("Status 1 active");
  await tick(/Validated/);
  fireEvent.click(screen.getByRole("button", { name: "Status 1 active", hidden: true }));
  expect(view().filters).toEqual({ status: ["Default", "Validated"] });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await press("Status 1 active");
  await tick(/Discarded/);
  await waitFor(() => expect(view().filters.status).toHaveLength(3));
  await key("Escape", screen.getByRole("checkbox", { name: /Discarded/ }));
  expect(view().filters).toEqual({ status: ["Default", "Validated"] });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("TSE-24 every status can be asked for, also one that no record has", async () => {
  open();
  await press("Status");
  const statuses = await list("Status");
  expect(
    within(statuses)
      .getAllByRole("checkbox")
      .map((box) => box.closest("label")?.textContent),
  ).toEqual(["Default210", "Validated200", "Discarded2", "Edited0"]);
});

test("TSE-24 a filter that is on counts what the other filters find, so that another value can be added", async () => {
  const { counted } = open({
    filters: { text: "bin", predicted_as: ["Waste"], status: ["Default"] },
    told: { ...TOLD, predicted_as: { Waste: 160 } },
    counts: () => TOLD,
  });
  await press("Predictions 1 active");
  await screen.findByRole("checkbox", { name: /Noise.*40/ });
  expect(counted).toHaveBeenCalledExactlyOnceWith({ text: "bin", status: ["Default"] });
});

test("TSE-12 prediction is ok, ko or not asked for", async () => {
  const { view } = open();
  await press("Predictions");
  fireEvent.click(await screen.findByRole("tab", { name: "Ok or ko" }));
  await press("Different (ko)");
  await waitFor(() => expect(view().filters).toEqual({ predicted: "ko" }));
  await press("Any");
  await waitFor(() => expect(view().filters).toEqual({}));
});

test("TSE-24 a score is a range in percent, and the whole range asks for nothing", async () => {
  const { view } = open();
  await press("Predictions");
  fireEvent.click(await screen.findByRole("tab", { name: "Score" }));
  const low = await screen.findByRole("textbox", { name: "Score of the prediction, lowest" });
  fireEvent.change(low, { target: { value: "40" } });
  await waitFor(() => expect(view().filters).toEqual({ score: { from: 0.4, to: 1 } }));
  expect(await screen.findByRole("button", { name: "Change score: 40–100 %", hidden: true })).toBeDefined();
  fireEvent.change(low, { target: { value: "0" } });
  await waitFor(() => expect(view().filters).toEqual({}));
});

test("TSE-11 TSE-24 metadata keys stand by name without regard to case; one without a value is no filter any more", async () => {
  const { view } = open();
  await press("Metadata");
  const keys = within(await screen.findByRole("group", { name: "Metadata keys" })).getAllByRole("button");
  expect(keys.map(({ textContent }) => textContent)).toEqual(["lengthrange, by query", "Source", "ward"]);
  await press("ward");
  await tick(/🚂/);
  await tick(/مرحبا/);
  await waitFor(() => expect(view().filters).toEqual({ metadata: { ward: ["🚂", "مرحبا"] } }));
  await tick(/🚂/);
  await tick(/مرحبا/);
  await waitFor(() => expect(view().filters).toEqual({}));
});

test("TSE-22 of fractions there are no values to tick: a range stands in the box, to be completed there", async () => {
  const { changeView } = open({ filters: { text: "a OR b" } });
  await press("Metadata");
  await press(/^length/);
  expect(box().value).toBe("(a OR b) AND metadata.length:[0.5 TO 9.25]");
  expect(changeView).not.toHaveBeenCalled();
});

test("TSE-21 TSE-24 what rules find already is hidden, rule by rule or all of it", async () => {
  const { view } = open({}, ["bin*", 'lamp OR "street light"']);
  await press("Rules");
  await tick("bin*");
  await waitFor(() => expect(view().filters).toEqual({ uncovered_by_rules: ["bin*"] }));
  await tick("Hide the records of all rules");
  await waitFor(() => expect(view().filters.uncovered_by_rules).toHaveLength(2));
  expect(await screen.findByRole("button", { name: "Change without what 2 rules find", hidden: true })).toBeDefined();
});

test("TSE-24 active filters are taken away one by one or all at once, and the text stays", async () => {
  const { view } = open({
    filters: { text: "bin", predicted_as: ["Waste"], score: { from: 0.4, to: 1 }, metadata: { ward: ["Harbour"] } },
  });
  const chips = await screen.findByRole("list", { name: "Active filters" });
  expect(
    within(chips)
      .getAllByRole("button", { name: /^Change/ })
      .map(({ textContent }) => textContent),
  ).toEqual(["predicted as: Waste", "score: 40–100 %", "ward: Harbour"]);
  await press("Remove ward: Harbour");
  expect(view().filters).toEqual({ text: "bin", predicted_as: ["Waste"], score: { from: 0.4, to: 1 } });
  await press("Remove all");
  expect(view().filters).toEqual({ text: "bin" });
  expect(screen.queryByRole("list", { name: "Active filters" })).toBeNull();
});

test("TSE-24 a press on a chip opens what it stands for", async () => {
  open({ filters: { score: { from: 0.4, to: 1 }, metadata: { ward: ["Harbour"] } } });
  await press("Change score: 40–100 %");
  expect(await screen.findByRole("tab", { name: "Score", selected: true })).toBeDefined();
  await key("Escape", await screen.findByRole("textbox", { name: /lowest/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await press("Change ward: Harbour");
  expect(await screen.findByRole("checkbox", { name: /Harbour/ })).toHaveProperty("checked", true);
});

test("TSE-24 a thousand values are found by typing, ticked by the keyboard", async () => {
  const values = Array.from({ length: 1000 }, (_, at) => [`value ${at}`, 1000 - at] as const);
  const { view } = open({ told: { ...TOLD, predicted_by: Object.fromEntries(values) } });
  await press("Predictions");
  fireEvent.click(await screen.findByRole("tab", { name: "Agent" }));
  const find = await screen.findByRole("searchbox", { name: "Find in Predicted by" });
  fireEvent.change(find, { target: { value: "VALUE 777" } });
  const row = await screen.findByRole("checkbox", { name: /^value 777/ });
  await key("ArrowDown", find);
  expect(document.activeElement).toBe(row);
  fireEvent.click(row);
  await waitFor(() => expect(view().filters).toEqual({ predicted_by: ["value 777"] }));
});

test("TSE-23 TSE-24 records are sorted by what the server sorts by, metadata too", async () => {
  const { view } = open();
  await press("Sort");
  await screen.findByText("Not sorted: records stand by their id.");
  await press("Add a field");
  expect(screen.getByRole("button", { name: "Date of the record" })).toBeDefined();
  await press("ward");
  await press("Metadata, ward: ascending. Reverse");
  await waitFor(() => expect(view().sort).toEqual([{ id: "metadata.ward", order: "desc" }]));
  expect(screen.getByRole("button", { name: "Sort 1 field", hidden: true })).toBeDefined();
});

test("RUL-24 in rules the filters fold into one button that says how many are on", async () => {
  renderPage((page) => <QueryBar page={page} ofRule />, { filters: { status: ["Default"] } });
  expect(screen.queryByRole("button", { name: "Status 1 active" })).toBeNull();
  await press("Filters 1 active");
  expect(
    within(screen.getByRole("group", { name: "Filters" })).getByRole("button", { name: "Status 1 active" }),
  ).toBeDefined();
});

test("RUL-24 the keys that save a rule, as somebody set them, bring what is typed into force first", async () => {
  setPreference("keymap", { "rule.save": ["Mod+Enter"] });
  const { view, changeView } = renderPage((page) => <QueryBar page={page} ofRule />, { filters: { text: "bin" } });
  type("lamp");
  act(() => void fireEvent.keyDown(box(), { key: "s", ctrlKey: true }));
  expect(changeView).not.toHaveBeenCalled();
  act(() => void fireEvent.keyDown(box(), { key: "Enter", code: "Enter", ctrlKey: true }));
  expect(view().filters.text).toBe("lamp");
  setPreference("keymap", {});
});

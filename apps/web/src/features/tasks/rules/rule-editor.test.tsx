import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { datasetAccess } from "../../../lib/api/lost-datasets.ts";
import { closeSession } from "../../../lib/session/store.ts";
import { clearToasts, getToasts } from "../../../lib/toasts/store.ts";
import { enter, figures, label, press, RECORDS, RULES, searchBox, showRules } from "./rules.fixture.tsx";
import { RulesServer } from "./rules-server.fixture.ts";

afterEach(() => {
  closeSession("signed-out");
  clearToasts();
  vi.unstubAllGlobals();
});

const saveButton = () => screen.getByRole("button", { name: "Save rule" });
const isOffered = () => saveButton().getAttribute("aria-disabled") !== "true";
const chosen = () => screen.getAllByRole("button", { pressed: true }).map(({ title }) => title);
/** Chooses a label for the rule and saves it. */
async function saveAs(name: string): Promise<void> {
  fireEvent.click(label(name));
  fireEvent.click(saveButton());
  await screen.findByText("Saved");
}
const loaded = () => screen.findByRole("columnheader", { name: /All \d rules|All rules/ });

test("RUL-24 without a query there is a prompt, and the labels cannot be chosen", async () => {
  showRules();
  await loaded();
  expect(screen.getByText("Type a query above to start a rule.")).toBeTruthy();
  expect(label("Lighting").matches(":disabled")).toBe(true);
  press("1");
  expect(screen.queryAllByRole("button", { pressed: true })).toEqual([]);
  expect(screen.queryByRole("button", { name: "Save rule" })).toBeNull();
});

test("RUL-24 RUL-20 from a query to a stored rule there is no mouse: the query, Enter, the label's key, Ctrl+S", async () => {
  const server = showRules();
  await screen.findByText("All 3 rules");
  enter("bin");
  expect(document.activeElement).toBe(label("Lighting"));
  expect(isOffered()).toBe(false);
  press("4");
  expect(chosen()).toEqual(["Noise"]);
  expect(isOffered()).toBe(true);
  press("s", { ctrlKey: true });
  expect(await screen.findByText("Saved")).toBeTruthy();
  expect(server.rules.at(-1)).toMatchObject({ query: "bin", labels: ["Noise"], description: "bin" });
  expect(isOffered()).toBe(false);
  expect(await screen.findByText("All 4 rules")).toBeTruthy();
});

test("RUL-08 RUL-16 a rule that somebody else made meanwhile is changed, and all figures are asked for anew", async () => {
  const server = showRules({ query: "bin" });
  await screen.findByText("All 3 rules");
  await waitFor(() => expect(figures("Coverage")[1]).toBe("83.3 %"));
  server.rules.push({ query: "bin", labels: ["Noise"] });
  fireEvent.click(label("Trees"));
  fireEvent.click(saveButton());
  expect((await screen.findByRole("alert")).textContent).toContain("as: Noise. Save again to write over that.");
  expect(server.called("PATCH", "rules/bin")).toEqual([]);
  expect(chosen()).toEqual(["Trees"]);
  fireEvent.click(saveButton());
  await screen.findByText("Saved");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(server.called("PATCH", "rules/bin")).toMatchObject([{ body: { labels: ["Trees"], description: "bin" } }]);
  expect(server.rules.at(-1)).toMatchObject({ labels: ["Trees"] });
  await waitFor(() => expect(figures("Coverage")[1]).toBe("100 %"));
});

test("RUL-16 a stored rule that somebody else changed since it was shown is written over at the second press alone", async () => {
  const server = showRules({ query: "lamp*" });
  await screen.findByText("All 3 rules");
  Object.assign(server.rules.at(0) ?? {}, { labels: ["Noise"], description: "Humming lamps" });
  fireEvent.click(label("Trees"));
  fireEvent.click(saveButton());
  expect((await screen.findByRole("alert")).textContent).toContain("as: Noise · Humming lamps.");
  expect(server.rules.at(0)).toMatchObject({ labels: ["Noise"], description: "Humming lamps" });
  fireEvent.click(screen.getByRole("button", { name: "Discard changes" }));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(chosen()).toEqual(["Noise"]);
  await saveAs("Trees");
  expect(server.rules.at(0)).toMatchObject({ labels: ["Trees"], description: "Humming lamps" });
});

test("RUL-16 labels that came along with a query stay chosen when somebody else has saved it meanwhile", async () => {
  const server = showRules({ query: "lamp*" });
  await screen.findByText("All 3 rules");
  server.rules.push({ query: "bin", labels: ["Noise"] });
  enter("bin");
  fireEvent.click(saveButton());
  expect((await screen.findByRole("alert")).textContent).toContain("as: Noise.");
  await screen.findByText("All 4 rules");
  expect([chosen(), isOffered()]).toEqual([["Lighting"], true]);
});

test("RUL-16 a new rule is taken back by Ctrl+Z or the button beside Saved, and the editor keeps it", async () => {
  const server = showRules({ query: "bin" });
  await screen.findByText("All 3 rules");
  fireEvent.click(label("Noise"));
  press("z", { ctrlKey: true });
  for (const takeBack of [
    () => press("z", { ctrlKey: true }),
    () => fireEvent.click(screen.getByRole("button", { name: "Undo" })),
  ]) {
    fireEvent.click(saveButton());
    await screen.findByText("Saved");
    takeBack();
    await waitFor(() => expect(isOffered()).toBe(true));
    expect(server.rules).toHaveLength(3);
    expect(chosen()).toEqual(["Noise"]);
    expect(getToasts().at(-1)?.message).toBe("Rule 'bin' is no longer saved");
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  }
});

test("RUL-16 saves are taken back one by one, a changed rule is as it was before, from another query too", async () => {
  const server = showRules({ query: "lamp*" });
  await screen.findByText("All 3 rules");
  for (const name of ["Noise", "Trees"]) {
    await saveAs(name);
    await waitFor(() => expect(server.rules.at(0)?.labels).toEqual([name]));
  }
  enter("bin");
  for (const labels of [["Noise"], ["Lighting"]]) {
    press("z", { ctrlKey: true });
    await waitFor(() => expect(server.rules.at(0)?.labels).toEqual(labels));
  }
  expect(server.rules.at(0)?.description).toBe("Lamps in the street");
  await waitFor(() => expect(getToasts().at(-1)?.message).toBe("Rule 'lamp*' is as it was before"));
});

test("RUL-16 the button beside Saved is of the rule it stands beside, never of another that was saved before", async () => {
  const server = showRules({ query: "lamp*" });
  await screen.findByText("All 3 rules");
  await saveAs("Noise");
  enter("park");
  await screen.findByText("Saved with these labels");
  await saveAs("Trees");
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("Saved with these labels")).toBeTruthy();
  expect(server.rules.at(1)?.labels).toEqual(["Parking"]);
  expect(chosen()).toEqual(["Parking"]);
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  enter("lamp*");
  await screen.findByText("Saved");
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(server.rules.at(0)?.labels).toEqual(["Lighting"]));
});

test("RUL-16 what somebody else made of the rule since is not taken back, and that is said", async () => {
  const server = showRules({ query: "bin" });
  await screen.findByText("All 3 rules");
  await saveAs("Noise");
  Object.assign(server.rules.at(-1) ?? {}, { labels: ["Trees"] });
  press("z", { ctrlKey: true });
  await waitFor(() =>
    expect(getToasts().at(-1)?.message).toBe("Rule 'bin' was changed by somebody else since, and stays"),
  );
  expect(server.rules.at(-1)?.labels).toEqual(["Trees"]);
  expect(await screen.findByText("Saved with these labels")).toBeTruthy();
  expect(chosen()).toEqual(["Trees"]);
});

test("RUL-16 a rule that somebody else deleted since stays deleted, and that is said", async () => {
  const server = showRules({ query: "lamp*" });
  await screen.findByText("All 3 rules");
  await saveAs("Noise");
  server.rules = server.rules.filter(({ query }) => query !== "lamp*");
  press("z", { ctrlKey: true });
  await waitFor(() => expect(getToasts().at(-1)?.message).toBe("Rule 'lamp*' was deleted by somebody else since"));
  expect(server.rules.map(({ query }) => query)).toEqual(["park", "tree*"]);
  expect(await screen.findByText("All 2 rules")).toBeTruthy();
});

test.each(["metrics", "park/metrics"])(
  "RUL-13 RUL-16 the rule '%s' is taken back, though its address is that of metrics",
  async (query) => {
    const server = new RulesServer(RECORDS(), [...RULES(), { query, labels: ["Noise"] }]);
    showRules({ query, server });
    await screen.findByText("All 4 rules");
    await saveAs("Trees");
    expect(server.rules.at(-1)?.labels).toEqual(["Trees"]);
    press("z", { ctrlKey: true });
    await waitFor(() => expect(server.rules.at(-1)?.labels).toEqual(["Noise"]));
    await waitFor(() => expect(getToasts().at(-1)?.message).toBe(`Rule '${query}' is as it was before`));
  },
);

test("RUL-16 what was typed since the save stays when that is taken back", async () => {
  const server = showRules({ query: "lamp*" });
  await screen.findByText("All 3 rules");
  await saveAs("Noise");
  fireEvent.click(label("Trees"));
  press("z", { ctrlKey: true });
  await waitFor(() => expect(getToasts().at(-1)?.message).toBe("Rule 'lamp*' is as it was before"));
  expect(server.rules.at(0)?.labels).toEqual(["Lighting"]);
  expect(screen.getByText("Changed since saved")).toBeTruthy();
  expect(chosen()).toEqual(["Trees"]);
});

test("RUL-16 what a rule had before is sent as it was: labels given twice, an empty description, and no description as an empty one", async () => {
  const lamps = { query: "lamp*", labels: ["Lighting", "Lighting"], description: "" };
  const server = new RulesServer(RECORDS(), [lamps, { query: "park", labels: ["Parking"] }]);
  showRules({ query: "lamp*", server });
  await screen.findByText("All 2 rules");
  const before = [
    { query: "lamp*", labels: ["Lighting", "Lighting"], description: "" },
    { query: "park", labels: ["Parking"], description: "" },
  ];
  for (const { query } of before) {
    enter(query);
    await saveAs("Noise");
  }
  for (const [at, { query }] of [...before.entries()].reverse()) {
    press("z", { ctrlKey: true });
    await waitFor(() => expect(getToasts().at(-1)?.message).toBe(`Rule '${query}' is as it was before`));
    expect(server.rules.at(at)).toMatchObject(before[at] ?? {});
  }
});

test("RUL-16 a dataset that is gone is not told as a rule that somebody else changed", async () => {
  const server = showRules({ query: "bin" });
  await screen.findByText("All 3 rules");
  await saveAs("Noise");
  server.failing.set("labeling/rules", 404);
  press("z", { ctrlKey: true });
  await waitFor(() => expect(getToasts().at(-1)?.message).toBe("Rule 'bin' could not be undone"));
});

test("RUL-03 RUL-20 the query of a stored rule brings its labels and its description from the list, and what differs from it is said", async () => {
  const server = showRules();
  await screen.findByText("All 3 rules");
  enter("lamp*");
  expect(chosen()).toEqual(["Lighting"]);
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Description of the rule" }).value).toBe(
    "Lamps in the street",
  );
  expect(screen.getByText("Saved with these labels")).toBeTruthy();
  expect(isOffered()).toBe(false);
  press("2");
  expect(screen.getByText("Changed since saved")).toBeTruthy();
  expect(isOffered()).toBe(true);
  press("1");
  expect(screen.getByText("Saved with these labels")).toBeTruthy();
  const reads = server.called("GET", "labeling/rules").map(({ path }) => path.split("/labeling/rules")[1]);
  expect(reads.filter((rest) => !rest?.endsWith("/metrics"))).toEqual([""]);
});

test("RUL-15 clearing the query clears the rule", async () => {
  showRules({ query: "lamp*" });
  await screen.findByText("All 3 rules");
  fireEvent.click(screen.getByRole("button", { name: "Clear the search" }));
  expect(screen.getByText("Type a query above to start a rule.")).toBeTruthy();
  await waitFor(() => expect(figures("Coverage")[0]).toBe("-"));
});

test("RUL-24 a rule has one label where records have one, several where they have several", async () => {
  showRules({ query: "bin", multiLabel: true });
  await screen.findByText("All 3 rules");
  press("1");
  press("3");
  expect(chosen()).toEqual(["Lighting", "Trees"]);
  press("1");
  expect(chosen()).toEqual(["Trees"]);
});

test("RUL-24 of many labels ten are shown and those chosen, all when asked for, and one is found by its name", async () => {
  const labels = Array.from({ length: 14 }, (_, at) => `label ${String.fromCharCode(97 + at)}`);
  showRules({ query: "bin", labels });
  await screen.findByText("All 3 rules");
  expect(screen.queryByRole("button", { name: "label n" })).toBeNull();
  const box = screen.getByRole("searchbox", { name: "Find a label" });
  fireEvent.change(box, { target: { value: "label n" } });
  box.focus();
  press("Enter");
  expect(chosen()).toEqual(["label n"]);
  expect(label("label n")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Show 3 more labels" }));
  expect(label("label m")).toBeTruthy();
});

test("RUL-24 a dataset without labels leads to where they are made, or says whom to ask", async () => {
  showRules({ query: "bin", labels: [], createLabels: <a href="/labels">Create labels</a> });
  expect(await screen.findByRole("link", { name: "Create labels" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Save rule" })).toBeNull();
  cleanup();
  showRules({ query: "bin", labels: [] });
  expect(await screen.findByText(/Ask an admin/)).toBeTruthy();
});

test("RUL-24 letters and digits in the description are text", async () => {
  showRules({ query: "bin" });
  await screen.findByText("All 3 rules");
  screen.getByRole("textbox", { name: "Description of the rule" }).focus();
  press("1");
  expect(screen.queryAllByRole("button", { pressed: true })).toEqual([]);
});

test("RUL-16 a rule that could not be stored says why and can be stored again", async () => {
  const server = showRules({ query: "bin" });
  await screen.findByText("All 3 rules");
  server.failing.set("POST /api/datasets/inbox/TextClassification/labeling/rules", 422);
  fireEvent.click(label("Noise"));
  fireEvent.click(saveButton());
  expect((await screen.findByRole("alert")).textContent).toContain("The rule could not be saved.");
  server.failing.clear();
  fireEvent.click(saveButton());
  expect(await screen.findByText("Saved")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("ROL-14 RUL-16 a rule that cannot be saved because its dataset is gone tells the page of that", async () => {
  const server = showRules({ query: "bin" });
  await screen.findByText("All 3 rules");
  const leave = datasetAccess.follow("city/inbox");
  datasetAccess.opened("city/inbox");
  server.failing.set("POST /api/datasets/inbox/TextClassification/labeling/rules", 404);
  fireEvent.click(label("Noise"));
  fireEvent.click(saveButton());
  await waitFor(() => expect(datasetAccess.lossOf("city/inbox")).toBe("deleted"));
  leave();
});

test("RUL-24 a label that only the stored rule knows is shown, and can be given up", async () => {
  const server = new RulesServer(RECORDS(), [{ query: "bin", labels: ["Waste"] }]);
  showRules({ server, query: "bin" });
  fireEvent.click(await screen.findByRole("button", { name: "Waste", pressed: true }));
  expect(screen.queryByRole("button", { name: "Waste" })).toBeNull();
  expect(isOffered()).toBe(false);
});

test("RUL-24 a query that cannot be read says so and is not stored, and a stored one keeps the others' figures", async () => {
  const server = new RulesServer(RECORDS(), [...RULES(), { query: "(", labels: ["Noise"] }]);
  server.failing.set("rules/(/metrics", 400);
  server.failing.set("rules/metrics", 400);
  showRules({ server, query: "(" });
  expect((await screen.findByRole("alert")).textContent).toContain("The query cannot be read");
  press("1");
  press("s", { ctrlKey: true });
  expect(server.called("POST", "labeling/rules")).toEqual([]);
  await waitFor(() => expect(figures("Correct")[1]).toBe("2"));
  expect(figures("Coverage")).toEqual(["-", "-"]);
});

test("RUL-15 what is not stored of a rule is there again after another mode", async () => {
  const { again } = showRules({ query: "bin" });
  await screen.findByText("All 3 rules");
  press("4");
  again();
  expect(await screen.findByRole("button", { name: "Noise", pressed: true })).toBeTruthy();
});

test("RUL-24 the search box keeps the query", async () => {
  showRules({ query: "lamp*" });
  expect(searchBox().value).toBe("lamp*");
  expect(await screen.findByRole("heading", { name: "Rule lamp*" })).toBeTruthy();
});

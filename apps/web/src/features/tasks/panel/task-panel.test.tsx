import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPage, TOLD } from "../query/query.fixture.tsx";
import type { PanelTab } from "./panel-parts.tsx";
import TaskPanel from "./task-panel.tsx";

const open = (tab: PanelTab, options: Parameters<typeof renderPage>[1] = {}) =>
  renderPage((page) => <TaskPanel page={page} tab={tab} onTab={() => undefined} />, options);
const part = (name: string) => screen.findByRole("region", { name });
const rows = (within_: HTMLElement, role: "listitem" | "row" = "listitem") =>
  within(within_)
    .getAllByRole(role)
    .map(({ textContent }) => textContent);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`Label ${at}`, 1000 - at] as const));

test("TSE-18 TAN-13 TEN-42 progress tells of the whole dataset: total, validated, discarded, their share, and labels with counts", async () => {
  const { counted } = open("progress", {
    filters: { text: "bin" },
    total: 6912,
    counts: () => ({ ...TOLD, status: { Validated: 3988, Discarded: 114, Default: 2810 } }),
  });
  expect(await screen.findByText("59.3 %")).toBeDefined();
  expect(screen.getByText("4,102 of 6,912")).toBeDefined();
  expect(screen.getByRole("img").getAttribute("aria-label")).toBe(
    "Progress, 3,988 validated, 57.7 %, 114 discarded, 1.6 %",
  );
  expect(screen.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual(["3,988", "114", "2,810"]);
  expect(rows(await part("Annotated as"))).toEqual(["Waste120", "Roads80"]);
  expect(counted).toHaveBeenCalledExactlyOnceWith({});
});

test("TSE-18 statuses that are not told of have no records, and nothing is shared out of none", async () => {
  open("progress", { total: 0, counts: () => ({ ...TOLD, status: {}, annotated_as: {} }) });
  expect(await screen.findByText("0 %")).toBeDefined();
  expect(screen.getByText("0 of 0")).toBeDefined();
});

test("TAN-13 ten labels can be searched, twelve are shown, the others on demand", async () => {
  open("progress", { counts: () => ({ ...TOLD, annotated_as: many(300) }) });
  const labels = await part("Annotated as");
  expect(rows(labels)).toHaveLength(12);
  press("288 more");
  expect(rows(labels)).toHaveLength(300);
  press("Show fewer");
  fireEvent.change(screen.getByRole("searchbox", { name: "Find a label" }), { target: { value: "LABEL 17" } });
  expect(rows(labels)).toHaveLength(11);
  fireEvent.change(screen.getByRole("searchbox", { name: "Find a label" }), { target: { value: "none" } });
  expect(within(labels).getByText("No label matches")).toBeDefined();
});

test("TAN-13 nine labels have no search, and text to text has no labels", async () => {
  const { unmount } = open("progress", { counts: () => ({ ...TOLD, annotated_as: many(9) }) });
  await part("Annotated as");
  expect(screen.queryByRole("searchbox")).toBeNull();
  unmount();
  open("progress", { task: "Text2Text" });
  await screen.findByText("annotated");
  expect(screen.queryByRole("region", { name: "Annotated as" })).toBeNull();
});

test("TSE-17 Refresh reads everything anew; counts that could not be had can be asked for again", async () => {
  let fails = true;
  const { refresh } = open("progress", {
    counts: () => {
      if (fails) throw new Error("down");
      return TOLD;
    },
  });
  press("Refresh");
  expect(refresh).toHaveBeenCalledOnce();
  await screen.findByText("Could not be loaded.");
  fails = false;
  press("Retry");
  await part("Annotated as");
});

test("TSE-24 TSE-28 stats tell of the records that are shown: agreement, statuses, labels, words", async () => {
  open("stats");
  expect(within(await part("predicted right")).getByText("75 %")).toBeDefined();
  expect(screen.getByText("of 200 compared")).toBeDefined();
  expect(
    within(await part("Status"))
      .getAllByRole("definition")
      .map(({ textContent }) => textContent),
  ).toEqual(["200", "210", "2", "0"]);
  expect(rows(await part("Labels"), "row").slice(1)).toEqual(["Waste160120", "Roads9080", "Noise400"]);
  expect(rows(await part("Words"))).toEqual(["bin 402", "lamp 40", "or 3"]);
  expect(screen.getByText("in 412 records")).toBeDefined();
});

test("TSE-28 a word that is pressed narrows the search, and keeps the filters", async () => {
  const { view } = open("stats", { filters: { text: "a OR b", status: ["Default"] } });
  press("lamp 40");
  expect(view().filters).toEqual({ text: "(a OR b) AND lamp", status: ["Default"] });
  press("or 3");
  expect(view().filters.text).toBe("(a OR b) AND lamp AND or");
});

test("TSE-28 a word that is a part of words where it was counted is searched for as such, and only then", async () => {
  const words = { rd: 33, lamp: 40 };
  const { view } = open("stats", { told: { ...TOLD, words }, total: 33 });
  press("rd 33");
  expect(view().filters.text).toBe("rd");
  press("lamp 40");
  await waitFor(() => expect(view().filters.text).toMatch(/^rd AND \/.*lamp.*\/$/));
});

test("TSE-28 twelve words are shown, the others on demand", async () => {
  const words = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`word${"x".repeat(at)}`, 80 - at] as const));
  open("stats", { told: { ...TOLD, words } });
  expect(rows(await part("Words"))).toHaveLength(12);
  press("68 more");
  expect(rows(await part("Words"))).toHaveLength(80);
});

test("TSE-28 mentions stand by entity, annotated or predicted, three each and more on demand", async () => {
  const mentions = {
    Place: { "Port Chalmers": 5, "the Snares": 9, "🚂": 1, مرحبا: 1, "%": 1 },
    "2": { Sunday: 2 },
  };
  const told = { ...TOLD, mentions, predicted_mentions: { Place: { "the Snares": 12 } } };
  const { view } = open("stats", { task: "TokenClassification", told, labels: ["Place"] });
  const places = await part("Place");
  expect(rows(places)).toEqual(["the Snares9", "Port Chalmers5", "%1"]);
  press("2 more");
  expect(rows(places)).toHaveLength(5);
  fireEvent.click(within(places).getByText("Port Chalmers"));
  expect(view().filters).toEqual({ text: '"Port Chalmers"' });
  fireEvent.click(within(places).getByText("%"));
  expect(view().filters.text).toBe('"Port Chalmers" AND metrics.annotated.mentions.value:"%"');
  fireEvent.change(screen.getByRole("searchbox", { name: "Find a mention" }), { target: { value: "sun" } });
  await waitFor(() => expect(screen.queryByRole("region", { name: "Place" })).toBeNull());
  expect(rows(await part("2"))).toEqual(["Sunday2"]);
  fireEvent.change(screen.getByRole("searchbox", { name: "Find a mention" }), { target: { value: "" } });
  fireEvent.click(screen.getByRole("tab", { name: /Predicted/ }));
  await waitFor(async () => expect(rows(await part("Place"))).toEqual(["the Snares12"]));
});

test("TSE-28 text to text has neither labels nor words: statuses, agents and scores", async () => {
  open("stats", { task: "Text2Text", told: { ...TOLD, predicted_as: {}, annotated_as: {}, predicted: {} } });
  expect(rows(await part("Predicted by"))).toEqual(["model-a300", "model-b112"]);
  expect(rows(await part("Scores"))[9]).toBe("90–100 %12");
  for (const name of ["Labels", "Words", "predicted right"]) {
    expect(screen.queryByRole("region", { name })).toBeNull();
  }
});

test("TSE-28 where nothing is found the panel says so", async () => {
  open("stats", { total: 0 });
  expect(await screen.findByText("No record is found.")).toBeDefined();
});

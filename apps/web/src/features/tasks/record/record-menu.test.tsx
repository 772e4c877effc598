import { referenceBy, type TextRecord, vectorsOfPage } from "@postil/domain/tasks/shown-record";
import { shownOf, textRecord } from "@postil/domain/tasks/shown-record.fixture";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearToasts, getToasts } from "../../../lib/toasts/store.ts";
import { RecordMenu } from "./record-margin.tsx";
import { renderOnPage } from "./task-page.fixture.tsx";

const writeText = vi.fn(async (_text: string) => undefined);
beforeEach(() => {
  clearToasts();
  writeText.mockClear();
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
});
afterEach(() => vi.unstubAllGlobals());

const LETTER = textRecord({
  id: "t7",
  inputs: { subject: "The lamp", body: "The lamp is out." },
  metadata: { ward: "Harbour", Author: ["ada", "mara"], _trace: "kept", page: 12 },
  eventTimestamp: 1_790_000_000_000_000,
});
const mini = { mini: { value: [0.5] } };

async function openMenu(record: TextRecord, around: Parameters<typeof renderOnPage>[2] = {}) {
  const spies = renderOnPage([record], <RecordMenu record={shownOf(record)} />, around);
  fireEvent.click(screen.getByRole("button", { name: "More about this record" }));
  await screen.findByRole("menu");
  return spies;
}
const item = (name: string) => screen.getByRole("menuitem", { name });
const openInfo = async (filters = {}) => {
  const spies = await openMenu(LETTER, { filters });
  fireEvent.click(item("Record details"));
  return { ...spies, info: await screen.findByRole("dialog") };
};

test("CON-08 the record info offers id, dates, texts and each metadata value, sorted, each with its own copy control", async () => {
  const { info } = await openInfo();
  expect(within(info).getByRole("heading", { name: "The lamp · The lamp is out." })).toBeDefined();
  const copied = within(info).getAllByRole("button", { name: /^Copy / });
  expect(copied.map((button) => button.getAttribute("aria-label"))).toEqual(
    ["ID", "Event time", "Changed", "subject", "body", "_trace", "Author", "page", "ward"].map((of) => `Copy ${of}`),
  );
  for (const [of, text] of [
    ["Event time", "2026-09-21T14:13:20.000Z"],
    ["body", "The lamp is out."],
    ["Author", "ada, mara"],
  ] as const) {
    fireEvent.click(within(info).getByRole("button", { name: `Copy ${of}` }));
    expect(writeText).toHaveBeenLastCalledWith(text);
  }
});

test("CON-08 TSE-14 ticked keys become metadata filters at Filter; those in force are ticked, what is not searched has no tick", async () => {
  const { info, changeView } = await openInfo({ text: "lamp", metadata: { ward: ["Harbour"] } });
  const boxes = within(info).getAllByRole<HTMLInputElement>("checkbox");
  expect(boxes.map(({ labels, checked }) => [labels?.[0]?.textContent, checked])).toEqual([
    ["Author", false],
    ["page", false],
    ["ward", true],
  ]);
  const filter = within(info).getByRole("button", { name: "Filter" });
  expect(filter).toHaveProperty("disabled", true);
  fireEvent.click(within(info).getByRole("checkbox", { name: "page" }));
  fireEvent.click(within(info).getByRole("checkbox", { name: "ward" }));
  fireEvent.click(filter);
  expect(changeView).toHaveBeenCalledWith({ filters: { text: "lamp", metadata: { page: ["12"] } } });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("CON-08 text, id and a link to the record are copied, and it is said", async () => {
  await openMenu(LETTER);
  for (const [name, text, said] of [
    ["Copy the record", "subject: The lamp\n\nbody: The lamp is out.", "Record copied"],
    ["Copy the ID", "t7", "ID copied"],
  ] as const) {
    if (screen.queryByRole("menu") === null) fireEvent.click(screen.getByRole("button", { name: /^More/ }));
    fireEvent.click(item(name));
    await waitFor(() => expect(getToasts().map(({ message }) => message)).toContain(said));
    expect(writeText).toHaveBeenLastCalledWith(text);
  }
  fireEvent.click(screen.getByRole("button", { name: /^More/ }));
  fireEvent.click(item("Copy a link to the record"));
  await waitFor(() => expect(writeText).toHaveBeenCalledTimes(3));
  const [link = ""] = writeText.mock.lastCall ?? [];
  expect(decodeURIComponent(link)).toContain('/datasets/archive/letters?query={"text":"id:\\"t7\\""}');
});

test("TSE-29 on a record without a vector the control rests and says why", async () => {
  const { showSimilarTo } = await openMenu(LETTER);
  const similar = item("Similar records Similar records need a vector; this record has none.");
  expect(similar.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(similar);
  expect(showSimilarTo).not.toHaveBeenCalled();
});

test("TSE-26 TEN-38 with one vector the like of a record are shown at once", async () => {
  const record = textRecord({ vectors: mini });
  const { showSimilarTo } = await openMenu(record);
  fireEvent.click(item("Similar records"));
  const [asked] = showSimilarTo.mock.lastCall ?? [];
  expect(asked).toMatchObject({ id: "t1", datasetId: "archive.letters", vector: { name: "mini", value: [0.5] } });
  expect(asked?.record.key).toBe(record.key);
});

test("TSE-26 TEN-39 with several vectors one is chosen, and the one in force is checked", async () => {
  const record = textRecord({ vectors: { ...mini, style: { value: [1, 2] } } });
  const [first] = vectorsOfPage("archive.letters", [record]);
  if (first === undefined) throw new Error("No vector");
  const { showSimilarTo } = await openMenu(record, { similarTo: referenceBy(record, first) });
  fireEvent.click(item("Similar records"));
  const choices = await screen.findAllByRole("menuitemradio");
  expect(choices.map((choice) => [choice.textContent, choice.getAttribute("aria-checked")])).toEqual([
    ["mini", "true"],
    ["style", "false"],
  ]);
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "style" }));
  expect(showSimilarTo.mock.lastCall?.[0]?.vector).toEqual({ name: "style", value: [1, 2] });
});

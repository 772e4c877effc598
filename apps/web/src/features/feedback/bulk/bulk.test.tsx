import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { setPreference } from "../../../lib/preferences/store.ts";
import { clearToasts, getToasts } from "../../../lib/toasts/store.ts";
import { idOf, openPage, press, settle } from "../page/page.fixture.tsx";
import { box, button, click, openList, rows, selected, stubBulk } from "./bulk.fixture.tsx";

beforeEach(async () => {
  localStorage.clear();
  setPreference("bulkPageSizes", {});
  clearToasts();
  await waitFor(() => expect(getToasts()).toEqual([]));
});

const wholePage = () => screen.getByRole("checkbox", { name: "Select this page" });
const messages = () => getToasts().flatMap(({ phase, message }) => (phase === "closing" ? [] : [message]));

test("FQU-02 FQU-12 a page size of the list shows the list; any other size is focus view", async () => {
  await openList(12);
  expect(rows()).toHaveLength(10);
  expect(screen.getByText("1–10 of 12")).toBeDefined();
});

test("FQU-12 a size that is not on offer falls back to focus view", async () => {
  await openPage({ count: 12, query: "?page=1~13" });
  expect(screen.queryByRole("grid")).toBeNull();
  expect(screen.getByText("Letter 1")).toBeDefined();
});

test("FBU-13 boxes, Shift and the box of the page select; turning the page clears, what is answered stays", async () => {
  await openList(12);
  await click(box(2));
  await click(box(4), { shiftKey: true });
  expect(selected()).toBe(3);
  expect(wholePage()).toHaveProperty("indeterminate", true);
  await click(wholePage());
  expect(selected()).toBe(10);
  await click(button("4"));
  await click(button("Next page"));
  expect(rows()).toHaveLength(2);
  expect(selected()).toBe(0);
  expect(button("4").getAttribute("aria-pressed")).toBe("true");
});

/** Holds all reads of records until the returned function is called. */
function holdReads(): () => void {
  const reads = globalThis.fetch;
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    if (/\/me\/datasets\/d1\/records/.test(address)) await promise;
    return reads(address, init);
  });
  return resolve;
}

test("FBU-13 FQU-25 while other records are on their way nothing is done to those that are about to go", async () => {
  const { server } = await openList(12);
  const chunks = stubBulk(server);
  await click(button("4"));
  const release = holdReads();
  await click(button("Next page"));
  await click(wholePage());
  await click(button("Submit 10"));
  await press("Enter", { ctrlKey: true });
  expect(chunks).toEqual([]);
  expect(button("Submit 10").getAttribute("aria-disabled")).toBe("true");
  release();
  await settle();
  expect([rows().length, selected()]).toEqual([2, 0]);
  await click(wholePage());
  await click(button("Submit 2"));
  expect(chunks.map((items) => items.map((item) => item.record_id))).toEqual([[idOf(11), idOf(12)]]);
});

test("FBU-02 FBU-11 FBU-13 what the form says is written to the selected records; then both are empty again", async () => {
  const { server } = await openList(12);
  const chunks = stubBulk(server);
  await click(box(1));
  await click(box(3));
  await click(button("4"));
  await click(button("Submit 2"));
  expect(chunks.map((items) => items.map((item) => item.record_id))).toEqual([[idOf(1), idOf(3)]]);
  expect(server.responses.get(idOf(3))).toMatchObject({ status: "submitted", values: { stars: { value: 4 } } });
  expect(screen.getAllByRole("row", { name: /Submitted/ })).toHaveLength(2);
  expect(selected()).toBe(0);
  expect(button("4").getAttribute("aria-pressed")).toBe("false");
  expect(screen.getByText("2 records submitted")).toBeDefined();
});

test("FBU-03 discarding and saving a draft give the records the status the server returns", async () => {
  const { server } = await openList(4);
  stubBulk(server);
  await click(box(1));
  await click(button("Discard 1"));
  await click(box(2));
  await click(button("3"));
  await press("s", { ctrlKey: true });
  expect(server.statusOf(idOf(1))).toBe("discarded");
  expect(server.responses.get(idOf(2))).toMatchObject({ status: "draft", values: { stars: { value: 3 } } });
  expect(screen.getByRole("row", { name: "Record 1, Discarded" })).toBeDefined();
  expect(screen.getByRole("row", { name: "Record 2, Draft" })).toBeDefined();
});

test("FBU-09 FBU-10 what the server refuses stays selected with its reason, and the form keeps its answers", async () => {
  const { server } = await openList(12);
  stubBulk(server, { refusals: new Map([[idOf(2), "no such record"]]) });
  await click(wholePage());
  await click(button("5"));
  await click(button("Submit 10"));
  expect(messages()).toContain("1 of 10 records was not saved");
  expect(getToasts().at(-1)?.type).toBe("error");
  expect(selected()).toBe(1);
  expect(screen.getByRole("row", { name: "Record 2, Pending" }).textContent).toContain("Not saved: no such record");
  expect(button("5").getAttribute("aria-pressed")).toBe("true");
});

test("FBU-04 a call that fails stops the action; Retry writes what was left", async () => {
  const { server } = await openList(30, "?page=1~25");
  const chunks = stubBulk(server, { failures: [500] });
  await click(wholePage());
  await click(button("1"));
  await click(button("Submit 25"));
  expect(chunks).toHaveLength(1);
  expect(selected()).toBe(25);
  expect(messages()).toContain("25 of 25 records were not saved");
  getToasts()
    .flatMap(({ actions }) => actions)
    .find(({ label }) => label === "Retry")
    ?.run();
  await settle();
  expect(chunks.map((items) => items.length)).toEqual([10, 10, 10, 5]);
  expect(selected()).toBe(0);
});

test("FBU-13 FBU-10 whoever leaves during an action is asked; the chunk under way arrives, nothing is selected on the other page", async () => {
  const { server } = await openList(30, "?page=1~25");
  const release = server.hold();
  const chunks = stubBulk(server);
  await click(wholePage());
  await click(button("1"));
  await click(button("Submit 25"));
  await click(button("Stop"));
  expect(button("Stopping…")).toHaveProperty("disabled", true);
  await press("ArrowRight");
  expect(messages()).toContain("Records are being written. Leaving stops after those under way.");
  getToasts()
    .flatMap(({ actions }) => actions)
    .find(({ label }) => label === "Stop and leave")
    ?.run();
  await settle();
  expect(screen.getByText("26–30 of 30")).toBeDefined();
  release();
  await settle();
  expect(chunks).toHaveLength(1);
  expect(server.responses.size).toBe(10);
  expect(messages()).toContain("15 of 25 records were not saved");
  expect(getToasts().at(-1)?.detail).toBeNull();
  expect(screen.getByText("0 selected")).toBeDefined();
});

test("FRS-09 one undo takes a bulk action back: responses that it created are deleted", async () => {
  const { server } = await openList(3);
  stubBulk(server);
  await press("a", { ctrlKey: true });
  expect(selected()).toBe(3);
  await click(button("2"));
  await press("Enter", { ctrlKey: true });
  expect(server.responses.size).toBe(3);
  await press("z", { ctrlKey: true });
  expect(server.responses.size).toBe(0);
  expect(screen.getAllByRole("row", { name: /Pending/ })).toHaveLength(3);
  expect(screen.getByText("Undone: 3 records")).toBeDefined();
});

test("FAN-42 undo takes back the choices in the form for many records, newest first, and then the action on records", async () => {
  const { server } = await openList(3);
  stubBulk(server);
  const chosen = () => ["3", "5"].filter((stars) => button(stars).getAttribute("aria-pressed") === "true");
  await click(box(1));
  await click(button("3"));
  await click(button("5"));
  await press("z", { ctrlKey: true });
  expect(chosen()).toEqual(["3"]);
  await press("z", { ctrlKey: true });
  expect(chosen()).toEqual([]);
  await press("z", { ctrlKey: true, shiftKey: true });
  expect(chosen()).toEqual(["3"]);
  await click(button("Submit 1"));
  expect(server.statusOf(idOf(1))).toBe("submitted");
  await press("z", { ctrlKey: true });
  expect([server.statusOf(idOf(1)), chosen()]).toEqual(["pending", []]);
});

test("FBU-12 all matches are offered while the list is narrowed and the page selected; taking one out ends it", async () => {
  await openList(40, "?page=1~10&search=letter");
  expect(screen.queryByRole("button", { name: /Include all/ })).toBeNull();
  await click(wholePage());
  await click(button("Include all 40 matches"));
  expect(screen.getByText("All 40 matches included")).toBeDefined();
  expect(screen.getByText(/written to all 40 matching records/)).toBeDefined();
  await click(box(7));
  expect(screen.getByText("9 selected")).toBeDefined();
});

test("FBU-08 all matches are fetched from the first page, written in chunks of 10, and the queue is loaded anew", async () => {
  const { server } = await openList(37, "?page=11~10&search=letter");
  const chunks = stubBulk(server);
  await click(wholePage());
  await click(button("Include all 37 matches"));
  await click(button("3"));
  await click(button("Submit 37"));
  await settle();
  expect(chunks.map((items) => items.length)).toEqual([10, 10, 10, 7]);
  expect(server.responses.size).toBe(37);
  expect(messages()).toContain("37 records submitted");
  expect(screen.queryByRole("grid")).toBeNull();
});

test("FBU-13 FRS-09 what is written can be taken back while the list is read anew: nobody is asked, and it is not said to be done after", async () => {
  const { server } = await openList(37, "?page=11~10&search=letter");
  stubBulk(server);
  const answers = globalThis.fetch;
  const read = Promise.withResolvers<void>();
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    if (address.includes("/records") && server.responses.size === 37) await read.promise;
    return answers(address, init);
  });
  await click(wholePage());
  await click(button("Include all 37 matches"));
  await click(button("3"));
  await click(button("Submit 37"));
  expect(server.responses.size).toBe(37);
  expect(screen.getByText("37 records submitted")).toBeDefined();
  await press("z", { ctrlKey: true });
  expect(screen.getByText("Undone: 37 records")).toBeDefined();
  read.resolve();
  await settle();
  expect(server.responses.size).toBe(0);
  expect(messages()).toEqual([]);
});

test("FBU-15 an action on all matches is taken back, and done once more: the list is read anew when the last of it has arrived", async () => {
  const { server } = await openList(37, "?page=1~10&search=letter");
  stubBulk(server);
  await click(wholePage());
  await click(button("Include all 37 matches"));
  await click(button("3"));
  await click(button("Submit 37"));
  await settle();
  expect(screen.queryByRole("grid")).toBeNull();
  expect(messages()).toEqual(["37 records submitted"]);
  await press("z", { ctrlKey: true });
  await settle();
  expect(server.responses.size).toBe(0);
  expect(messages()).toEqual([]);
  expect(screen.getByText("1–10 of 37")).toBeDefined();
  await press("z", { ctrlKey: true, shiftKey: true });
  await settle();
  expect(server.responses.size).toBe(37);
  expect(screen.queryByRole("grid")).toBeNull();
});

test("FBU-15 what an action left selected is not selected any more once it is taken back, for it may be on no page to be seen", async () => {
  const { server } = await openList(3);
  stubBulk(server);
  await press("a", { ctrlKey: true });
  await click(button("3"));
  await click(button("Submit 3"));
  await settle();
  await click(box(1));
  expect(screen.getByText("1 selected")).toBeDefined();
  await press("z", { ctrlKey: true });
  await settle();
  expect(server.responses.size).toBe(0);
  expect(screen.getByText("0 selected")).toBeDefined();
});

test("FBU-11 without a suggestion for the required question nothing is accepted, and that is said", async () => {
  const { server } = await openList(3);
  const chunks = stubBulk(server);
  await press("a", { ctrlKey: true });
  await press("a");
  expect(chunks).toEqual([]);
  expect(messages()).toEqual(["None of the selected records has a suggestion for every required question"]);
  expect(server.responses.size).toBe(0);
});

test("FBU-16 a row shows its user's own answer as soon as it is given, in place of what is suggested", async () => {
  const { server } = await openList(12);
  stubBulk(server);
  await click(box(1));
  await click(button("4"));
  await click(button("Submit 1"));
  const [first, second] = rows();
  expect(first?.textContent).toContain("Your answer, Stars: 4");
  expect(second?.textContent).not.toContain("Your answer");
});

test("FBU-16 rows of records that were answered before show these answers when the list comes to them", async () => {
  const { server, history } = await openList(12);
  await server.api.upsert(
    [1, 2].map((n) => ({
      recordId: idOf(n),
      answer: { status: "submitted", values: { stars: { value: n + 1 } } },
      seen: undefined,
    })),
    { datasetId: "d1", shownFor: null },
  );
  act(() => history.push("/dataset/d1/annotation-mode?page=1~10&status=submitted"));
  await waitFor(() => expect(rows()).toHaveLength(2));
  await settle();
  const told = rows().map((row) => /Your answer, Stars: \d/.exec(row.textContent ?? "")?.[0]);
  expect(told).toEqual(["Your answer, Stars: 2", "Your answer, Stars: 3"]);
});

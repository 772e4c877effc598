import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { quiet } from "../../../lib/outbox/browser.fixture.ts";
import { setPreference } from "../../../lib/preferences/store.ts";
import { clearToasts, getToasts } from "../../../lib/toasts/store.ts";
import { idOf, openPage, press, settle, shownLabel, shownText } from "./page.fixture.tsx";

beforeEach(async () => {
  clearToasts();
  await waitFor(() => expect(getToasts()).toEqual([]));
});

const messages = () => getToasts().map((toast) => toast.message);
const answer = (name: string) => screen.getByRole("button", { name });

test("FRS-13 FRS-12 an answer by key goes to the server, the next record comes, the foot says what was done", async () => {
  const { server } = await openPage();
  expect(shownText()).toBe("Letter 1");
  await press("4");
  expect(server.statusOf(idOf(1))).toBe("submitted");
  expect(server.responses.get(idOf(1))?.values).toEqual({ stars: { value: 4 } });
  expect(shownText()).toBe("Letter 2");
  expect(screen.getByText("Record 1 submitted")).toBeDefined();
  expect(screen.getByText("2 left")).toBeDefined();
});

test("FRS-13 with automatic advance off the record stays, submitted, and Submit rests", async () => {
  setPreference("autoAdvance", false);
  await openPage();
  await press("4");
  setPreference("autoAdvance", true);
  expect(shownText()).toBe("Letter 1");
  expect(screen.getByRole("group", { name: "Answer this record" }).dataset.status).toBe("submitted");
  expect(answer("Submit").getAttribute("aria-disabled")).toBe("true");
});

test("FRS-12 Submit that cannot be leads to the first question still to answer", async () => {
  const { server } = await openPage();
  fireEvent.click(answer("Submit"));
  await settle();
  expect(server.calls).toEqual([]);
  expect(document.activeElement?.closest("[data-question]")?.getAttribute("data-question")).toBe("stars");
});

test("FRS-13 FAN-19 a draft stays on its record, and clearing it makes it pending again", async () => {
  const { server } = await openPage();
  fireEvent.click(answer("3"));
  await press("s", { ctrlKey: true });
  expect(server.statusOf(idOf(1))).toBe("draft");
  expect(shownText()).toBe("Letter 1");
  fireEvent.click(answer("Clear"));
  await settle();
  expect(server.statusOf(idOf(1))).toBe("pending");
  expect(answer("3").getAttribute("aria-pressed")).toBe("false");
});

test("FRS-09 undo takes the last answer back and shows its record with what was typed", async () => {
  const { server } = await openPage();
  await press("4");
  await press("z", { ctrlKey: true });
  expect(shownText()).toBe("Letter 1");
  expect(server.statusOf(idOf(1))).toBe("pending");
  expect(answer("4").getAttribute("aria-pressed")).toBe("true");
});

const isChosen = (name: string) => answer(name).getAttribute("aria-pressed") === "true";

test("FAN-42 undo takes back the newest choice first, redo brings it back, and only then come actions on records", async () => {
  await openPage();
  await press("4");
  expect(shownText()).toBe("Letter 2");
  fireEvent.click(answer("3"));
  fireEvent.click(answer("5"));
  await settle();
  expect(document.body.textContent).toContain("“Stars” changed");
  expect(screen.queryByText("Record 1 submitted")).toBeNull();
  await press("z", { ctrlKey: true });
  expect([isChosen("3"), isChosen("5")]).toEqual([true, false]);
  await press("z", { ctrlKey: true });
  expect(isChosen("3")).toBe(false);
  expect(shownText()).toBe("Letter 2");
  await press("z", { ctrlKey: true, shiftKey: true });
  expect(isChosen("3")).toBe(true);
  await press("z", { ctrlKey: true });
  await press("z", { ctrlKey: true });
  expect(shownText()).toBe("Letter 1");
});

test("FRS-20 undo of Clear gives the form as it was, and redo the emptied one", async () => {
  await openPage();
  fireEvent.click(answer("3"));
  await press("s", { ctrlKey: true });
  fireEvent.click(answer("Clear"));
  fireEvent.click(answer("5"));
  await settle();
  await press("z", { ctrlKey: true });
  expect(isChosen("5")).toBe(false);
  expect(document.body.textContent).toContain("Undone: “Stars” changed");
  await press("z", { ctrlKey: true });
  expect([isChosen("3"), isChosen("5")]).toEqual([true, false]);
  expect(screen.getByText("Draft")).toBeDefined();
  await press("z", { ctrlKey: true, shiftKey: true });
  expect([isChosen("3"), isChosen("5")]).toEqual([false, true]);
});

test("FRS-20 redo of Clear gives the emptied form, without the suggestion that undo brought back", async () => {
  await openPage({ suggested: 3 });
  expect(isChosen("3")).toBe(true);
  fireEvent.click(answer("Clear"));
  await settle();
  expect(isChosen("3")).toBe(false);
  await press("z", { ctrlKey: true });
  expect(isChosen("3")).toBe(true);
  await press("z", { ctrlKey: true, shiftKey: true });
  expect(isChosen("3")).toBe(false);
});

test("FQU-24 an answered record stays within reach with its new status", async () => {
  await openPage();
  await press("4");
  await press("ArrowLeft");
  expect(shownText()).toBe("Letter 1");
  expect(screen.getByText("Submitted")).toBeDefined();
  expect(screen.queryByText(/left$/)).toBeNull();
});

test("FQU-16 design/states.md after the last answer the end comes by itself, with the ways on and the way back", async () => {
  const { history } = await openPage({ count: 1 });
  await press("4");
  expect(shownText()).toBeNull();
  expect(screen.getByRole("heading", { name: "Nothing pending." })).toBeDefined();
  expect(within(screen.getByRole("list", { name: "Other queues" })).getByRole("button").textContent).toBe("1 record");
  expect(history.location.search).toBe("?page=1");
  await press("ArrowLeft");
  expect(shownText()).toBe("Letter 1");
  expect(history.location.search).toBe(`?page=1&record=${idOf(1)}`);
});

test("AUT-11 a record that is a draft by now is named in the address, in its place in the history", async () => {
  const { history } = await openPage();
  fireEvent.click(answer("3"));
  await press("s", { ctrlKey: true });
  expect(history.location.search).toBe(`?page=1&record=${idOf(1)}`);
  expect(history.length).toBe(2);
  await press("ArrowRight");
  expect(shownText()).toBe("Letter 2");
  expect(history.location.search).toBe("?page=1");
});

test("FQU-16 beyond the last record nothing is taken, and a message leads to the queues that hold something", async () => {
  await openPage({ count: 2 });
  await press("4");
  expect(shownText()).toBe("Letter 2");
  await press("ArrowRight");
  expect(shownText()).toBe("Letter 2");
  const [toast] = getToasts().filter((candidate) => candidate.message.startsWith("You reached the end"));
  expect(toast?.actions.map((action) => action.label)).toEqual(["Submitted"]);
});

test("FQU-26 moving away from a submitted record with changes asks first; staying keeps the changes", async () => {
  const { server } = await openPage({ query: "?status=submitted" });
  expect(screen.getByText("Nothing submitted.")).toBeDefined();
  server.responses.set(idOf(2), { ...saved(2), status: "submitted" });
  server.responses.set(idOf(3), { ...saved(3), status: "submitted" });
  fireEvent.click(screen.getByRole("button", { name: "Refresh the queue" }));
  await settle();
  expect(shownText()).toBe("Letter 2");
  setPreference("submitOnChoice", false);
  fireEvent.click(answer("1"));
  await press("ArrowRight");
  setPreference("submitOnChoice", true);
  expect(shownText()).toBe("Letter 2");
  const asked = getToasts().find((toast) => toast.message.startsWith("The changes to this submitted record"));
  expect(asked?.permanent).toBe(true);
  asked?.actions[0]?.run();
  await settle();
  expect(shownText()).toBe("Letter 3");
});

test.each(["submitted", "discarded"] as const)(
  "FAN-15 FQU-26 a %s record opens as its response says and offers what was changed and not sent",
  async (status) => {
    const { server, drafts } = await openPage({ query: `?status=${status}` });
    server.responses.set(idOf(2), { ...saved(2), status });
    drafts.change("d1", idOf(2), { stars: { value: 2, untouched: [] } });
    fireEvent.click(screen.getByRole("button", { name: "Refresh the queue" }));
    await settle();
    expect(answer("5").getAttribute("aria-pressed")).toBe("true");
    expect(screen.queryByText(/^Restored unsaved changes/)).toBeNull();
    expect(screen.getByText(/^You changed this on .+ and did not send it\.$/)).toBeDefined();
    fireEvent.click(answer("Restore"));
    await settle();
    expect(answer("2").getAttribute("aria-pressed")).toBe("true");
    expect(screen.queryByText(/^You changed this on/)).toBeNull();
    await press("ArrowRight");
    const asked = getToasts().find((toast) => toast.message.startsWith(`The changes to this ${status} record`));
    asked?.actions[0]?.run();
    await settle();
    expect(drafts.list()).toEqual([]);
  },
);

test("FQU-26 kept edits that are let go of are gone, and the answer stays", async () => {
  const { server, drafts } = await openPage({ query: "?status=submitted" });
  server.responses.set(idOf(2), { ...saved(2), status: "submitted" });
  drafts.change("d1", idOf(2), { stars: { value: 2, untouched: [] } });
  fireEvent.click(screen.getByRole("button", { name: "Refresh the queue" }));
  await settle();
  const panel = screen.getByRole("region", { name: "Questions" });
  fireEvent.click(within(panel).getByRole("button", { name: "Discard" }));
  await settle();
  expect(screen.queryByText(/^You changed this on/)).toBeNull();
  expect(answer("5").getAttribute("aria-pressed")).toBe("true");
  expect(drafts.list()).toEqual([]);
});

test("FQU-26 ERR-10 another page is not opened over such changes before the reader says so", async () => {
  const { history, server } = await openPage({ query: "?status=submitted" });
  server.responses.set(idOf(2), { ...saved(2), status: "submitted" });
  fireEvent.click(screen.getByRole("button", { name: "Refresh the queue" }));
  await settle();
  setPreference("submitOnChoice", false);
  fireEvent.click(answer("1"));
  await settle();
  history.push("/datasets");
  await settle();
  setPreference("submitOnChoice", true);
  expect(shownText()).toBe("Letter 2");
  const asked = getToasts().find((toast) => toast.message.startsWith("The changes to this submitted record"));
  asked?.actions[0]?.run();
  expect(await screen.findByText("The list")).toBeDefined();
});

test("FQU-26 a pending record is left without a question", async () => {
  await openPage();
  fireEvent.click(answer("2"));
  await press("ArrowRight");
  expect(shownText()).toBe("Letter 2");
  expect(messages()).toEqual([]);
  await press("ArrowLeft");
  expect(answer("2").getAttribute("aria-pressed")).toBe("true");
});

test("VST-03 VST-07 the first write replaces, a later one pushes, and Back goes where one was", async () => {
  const { history } = await openPage();
  expect(history.location.search).toBe("?page=1");
  expect(history.length).toBe(2);
  await press("ArrowRight");
  expect(history.location.search).toBe("?page=2");
  expect(history.length).toBe(3);
  history.back();
  await settle();
  expect(history.location.search).toBe("?page=1");
  expect(shownText()).toBe("Letter 1");
});

test("VST-03 VST-09 records that follow each other faster than addresses are written have a step each", async () => {
  const { history } = await openPage();
  fireEvent.keyDown(document.body, { key: "ArrowRight" });
  await press("ArrowRight");
  expect(history.location.search).toBe("?page=3");
  expect(history.length).toBe(4);
  history.back();
  await settle();
  expect(history.location.search).toBe("?page=2");
  expect(shownText()).toBe("Letter 2");
});

test("VST-03 VST-09 what an address has opened keeps its step, also if it is left before it is painted", async () => {
  const { history } = await openPage();
  await press("ArrowRight");
  const frame = vi.spyOn(globalThis, "requestAnimationFrame").mockReturnValue(0);
  history.back();
  await act(quiet);
  expect(shownText()).toBe("Letter 1");
  fireEvent.keyDown(document.body, { key: "ArrowRight" });
  frame.mockRestore();
  await press("ArrowRight");
  expect(history.location.search).toBe("?page=3");
  for (const back of [2, 1]) {
    history.back();
    await settle();
    expect(history.location.search).toBe(`?page=${back}`);
    expect(shownText()).toBe(`Letter ${back}`);
  }
});

test("VST-03 VST-09 Back counts for more than a record whose address is not written yet", async () => {
  const { history } = await openPage();
  await press("ArrowRight");
  const frames: FrameRequestCallback[] = [];
  const frame = vi.spyOn(globalThis, "requestAnimationFrame").mockImplementation((run) => frames.push(run));
  fireEvent.keyDown(document.body, { key: "ArrowRight" });
  expect(shownText()).toBe("Letter 3");
  frame.mockRestore();
  history.back();
  for (const run of frames) run(0);
  await settle();
  expect(history.location.search).toBe("?page=1");
  expect(shownText()).toBe("Letter 1");
  history.forward();
  await settle();
  expect(history.location.search).toBe("?page=2");
});

test("VST-07 other criteria are a step to go back to, also when the same record comes first by them", async () => {
  const { history } = await openPage();
  const search = screen.getByRole("searchbox", { name: "Search records" });
  for (const [at, words] of ["letter", "letter 1"].entries()) {
    fireEvent.change(search, { target: { value: words } });
    fireEvent.keyDown(search, { key: "Enter" });
    await settle();
    expect(shownText()).toBe("Letter 1");
    expect(history.length).toBe(3 + at);
  }
  history.back();
  await settle();
  expect(history.location.search).toBe("?page=1&search=letter");
});

test("VST-06 the address opens a place among the records it asks for, and keeps entries of other parts", async () => {
  const { history } = await openPage({ count: 12, query: "?page=2&search=letter%201~text&other=1" });
  expect(shownText()).toBe("Letter 10");
  await press("ArrowRight");
  expect(shownText()).toBe("Letter 11");
  expect(history.location.search).toBe("?page=3&search=letter%201~text&other=1");
});

test("VST-08 the address of an Argilla 1.x page is read, and rewritten in ours without a step in the history", async () => {
  const { history } = await openPage({
    count: 12,
    query: "?_page=2&_status=missing&_search=letter+1~all&sort=record.inserted_at.asc",
  });
  expect(shownText()).toBe("Letter 10");
  expect(history.location.search).toBe("?page=2&search=letter%201&sort=record.inserted_at.asc");
  expect(history.length).toBe(2);
});

test("VST-06 what an address asks of parts that the dataset does not have is dropped", async () => {
  const { history } = await openPage({
    query: "?search=letter%202~body&metadata=lost.a&sort=metadata.lost.asc&response=stars.ge2",
  });
  expect(shownText()).toBe("Letter 2");
  expect(history.location.search).toBe("?page=1&search=letter%202&response=stars.ge2");
});

test("VST-06 FEN-32 the address opens one record whatever its status", async () => {
  const { history } = await openPage({ count: 20, query: `?record=${idOf(20)}` });
  expect(shownText()).toBe("Letter 20");
  expect(shownLabel()).toBe("Opened by its link");
  await press("ArrowRight");
  expect(shownText()).toBe("Letter 1");
  expect(history.location.search).toBe("?page=1");
});

test("FQU-25 another queue that cannot be loaded leaves the records where they are, and the address too", async () => {
  const { history, reads } = await openPage();
  reads.failing = true;
  fireEvent.click(answer("Pending"));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: /Submitted/ }));
  await settle();
  expect(shownText()).toBe("Letter 1");
  expect(history.location.search).toBe("?page=1");
  expect(answer("Pending")).toBeDefined();
});

test("FQU-13 a place beyond the queue leads to its beginning", async () => {
  await openPage({ query: "?page=50" });
  expect(shownText()).toBe("Letter 1");
});

/** A response that was saved on an earlier visit. */
function saved(n: number) {
  const values = { stars: { value: 5 } };
  return { id: `a-${n}`, recordId: idOf(n), userId: "u1", values, insertedAt: 1, updatedAt: 1 };
}

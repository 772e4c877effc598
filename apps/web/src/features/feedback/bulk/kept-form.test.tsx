import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepBulk, keptBulk, typedWork } from "../../../lib/kept-work/typed-work.ts";
import { closeSession, openSession, recognise } from "../../../lib/session/store.ts";
import { clearToasts, getToasts } from "../../../lib/toasts/store.ts";
import { hasUnsaved } from "../../../lib/unsaved.ts";
import { idOf, press, settle } from "../page/page.fixture.tsx";
import { box, button, click, openList, selected, stubBulk } from "./bulk.fixture.tsx";

/** Tests a bulk form that is filled but not saved, with a server in memory. */

beforeEach(async () => {
  localStorage.clear();
  clearToasts();
  await waitFor(() => expect(getToasts()).toEqual([]));
});
afterEach(() => vi.restoreAllMocks());

const stars = (value: number) => button(String(value)).getAttribute("aria-pressed") === "true";
const told = () => getToasts().map(({ message, detail }) => [message, detail]);
const kept = () => keptBulk("u1", "d1");
const RESTORED = "What you had answered here is back. It is not saved yet.";

/** Selects two records and gives them three stars, without saving. */
async function fill(): Promise<void> {
  await click(box(1));
  await click(box(3));
  await click(button("3"));
}

test("AUT-11 ERR-10 a filled bulk form is kept with its records until it is submitted, discarded or cleared, and the browser need not ask", async () => {
  const { server } = await openList(4);
  stubBulk(server);
  await click(box(1));
  expect(kept()).toBeNull();
  await fill();
  await click(box(1));
  expect(kept()).toMatchObject({ answers: { stars: { value: 3 } }, chosen: [idOf(3), idOf(1)], allMatches: false });
  expect(hasUnsaved()).toBe(false);
  await click(button("Submit 2"));
  expect(kept()).toBeNull();
  await click(button("4"));
  expect(kept()).not.toBeNull();
  await click(button("Clear"));
  expect(kept()).toBeNull();
  await click(box(2));
  await click(button("5"));
  await click(button("Discard 1"));
  expect(kept()).toBeNull();
});

test("AUT-11 opened again, the bulk view has its form and its records back and says so; submitted, nothing of it is kept", async () => {
  await openList(4);
  await fill();
  const { server } = await openList(4);
  stubBulk(server);
  expect(told()).toEqual([[RESTORED, "2 records are selected as before."]]);
  expect([stars(3), selected()]).toEqual([true, 2]);
  await click(button("Submit 2"));
  expect(server.responses.get(idOf(3))).toMatchObject({ status: "submitted", values: { stars: { value: 3 } } });
  expect(kept()).toBeNull();
  clearToasts();
  await openList(4);
  expect(stars(3)).toBe(false);
  expect(told().flat()).not.toContain(RESTORED);
});

test("AUT-11 FBU-13 records that are no longer on the page are said; of all matches of another list it is said that they are not included", async () => {
  await openList(12);
  await fill();
  await openList(2);
  expect(told().at(-1)).toEqual([RESTORED, "1 of the 2 records you had selected is on this page, and selected."]);
  await openList(12, "?page=11~10");
  expect(told().at(-1)).toEqual([RESTORED, "What you had selected is not on this page."]);
  await openList(40, "?page=1~10&search=letter");
  await click(screen.getByRole("checkbox", { name: "Select this page" }));
  await click(button("Include all 40 matches"));
  await openList(40, "?page=1~10&search=letter");
  expect(told().at(-1)).toEqual([RESTORED, "All matches are included as before."]);
  expect(button("Submit 40")).toBeDefined();
  await openList(40);
  expect(told().at(-1)).toEqual([RESTORED, "You had included all matches of another list; here they are not."]);
});

test("AUT-11 what is listed of a filled form has the address of its page, on which its records are selected again", async () => {
  await openList(40, "?page=11~10&search=letter");
  for (const number of [11, 13]) await click(box(number));
  await click(button("3"));
  const [form] = typedWork("u1");
  const address = form?.kind === "bulk" ? form.address : null;
  expect(address).toBe("page=11~10&search=letter");
  await openList(40, `?${address}`);
  expect(told().at(-1)).toEqual([RESTORED, "2 records are selected as before."]);
});

for (const status of [401, 403, 404])
  test(`AUT-11 FBU-09 a bulk submit that is refused by ${status} leaves the form kept, and its toast promises nothing`, async () => {
    const { server } = await openList(4);
    stubBulk(server, { failures: [status] });
    await fill();
    await click(button("Submit 2"));
    expect(kept()).toMatchObject({ answers: { stars: { value: 3 } }, chosen: [idOf(1), idOf(3)] });
    const toast = getToasts().find(({ message }) => message === "2 of 2 records were not saved");
    expect(toast?.detail).toBe(status === 401 ? null : "The server refused them. They are still selected.");
    if (status === 401) expect(toast?.actions).toEqual([]);
    expect(typedWork("u1")).toMatchObject([{ kind: "bulk", datasetId: "d1", answers: { stars: { value: 3 } } }]);
  });

test("AUT-11 what is written after its view was left is kept no longer, and stands in no view that was opened meanwhile", async () => {
  const { server } = await openList(4);
  stubBulk(server);
  await fill();
  const release = server.hold();
  await click(button("Submit 2"));
  await press("f", { altKey: true });
  await stopAndLeave();
  expect(screen.queryByRole("grid")).toBeNull();
  expect(kept()).not.toBeNull();
  await press("b", { altKey: true });
  await stopAndLeave();
  expect(selected()).toBe(2);
  expect(stars(3)).toBe(true);
  release();
  await settle();
  expect(server.responses.size).toBe(2);
  expect([kept(), stars(3)]).toEqual([null, false]);
});

async function stopAndLeave(): Promise<void> {
  const actions = getToasts().flatMap((toast) => (toast.phase === "closing" ? [] : toast.actions));
  actions.find(({ label }) => label === "Stop and leave")?.run();
  await settle();
}

/** Simulates another tab that changes the same storage. */
async function inOtherTab(change: () => void): Promise<void> {
  await act(async () => {
    change();
    window.dispatchEvent(new StorageEvent("storage"));
  });
  await settle();
}

test("ERR-10 of two tabs the later form is kept: the other asks before it goes, and keeps its own again once that one is written", async () => {
  openSession("token");
  const names = { username: "mara.lind", firstName: "Mara", lastName: null, apiKey: "", workspaces: [] };
  recognise("token", { id: "u1", role: "annotator", ...names, insertedAt: 0, updatedAt: 0 });
  await openList(4);
  await fill();
  const other = {
    answers: { stars: { value: 5, untouched: [] } },
    chosen: [],
    allMatches: false,
    page: "",
    address: "",
  };
  await inOtherTab(() => keepBulk("u1", "d1", other));
  expect([kept(), hasUnsaved(), stars(3)]).toEqual([other, true, true]);
  await inOtherTab(() => keepBulk("u1", "d1", null));
  expect(kept()).toMatchObject({ answers: { stars: { value: 3 } } });
  expect(hasUnsaved()).toBe(false);
  // The other tab has discarded this form, for instance in the user settings.
  await inOtherTab(() => keepBulk("u1", "d1", null));
  expect([kept(), hasUnsaved(), stars(3)]).toEqual([null, false, false]);
  closeSession("signed-out");
});

test("ERR-10 ERR-11 what the browser does not take into its storage lasts as long as the page, and the browser asks before that goes", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await openList(4);
  localStorage.clear();
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  });
  expect(hasUnsaved()).toBe(false);
  await fill();
  expect([hasUnsaved(), localStorage.length]).toEqual([true, 0]);
  // The same page, as after the end of the session.
  stubBulk((await openList(4)).server);
  expect([stars(3), selected(), hasUnsaved()]).toEqual([true, 2, true]);
  await click(button("Submit 2"));
  expect([kept(), hasUnsaved()]).toEqual([null, false]);
});

test("AUT-11 what was answered to questions that are asked no more is not lost by opening the view", async () => {
  const old = {
    answers: { gone: { value: "a", untouched: [] } },
    chosen: [],
    allMatches: false,
    page: "",
    address: "",
  };
  keepBulk("u1", "d1", old);
  await openList(4);
  await click(box(1));
  expect(kept()).toEqual(old);
  expect(told()).toEqual([]);
});

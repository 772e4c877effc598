import "fake-indexeddb/auto";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../lib/api/query-client.ts";
import { closeSession, openSession } from "../lib/session/store.ts";
import { clearToasts, getToasts } from "../lib/toasts/store.ts";
import { createPageRouter } from "./router.tsx";

/** The deleted datasets at their address. */

const times = { inserted_at: "2026-01-01T00:00:00", updated_at: "2026-01-01T00:00:00" };
const USER = { id: "u1", first_name: "Mara", full_name: "Mara", username: "mara", role: "owner", api_key: "key" };
const DAY = 86_400_000;
const wireTime = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 19);
const deleted = (id: string, name: string, more: object = {}) => ({
  ...{
    id,
    kind: "dataset",
    state: "kept",
    preview: "",
    name,
    task: "FeedbackTask",
    workspace_id: "w1",
    workspace: "archive",
    records: 500,
    answers: 100,
  },
  ...{ deleted_at: wireTime(-1), deleted_by: { username: "mara", name: "Mara Lind" }, kept_until: wireTime(28.5) },
  ...more,
});
const LETTERS = deleted("d1", "letters");
const OLD = deleted("d2", "drafts", {
  task: "Text2Text",
  answers: null,
  workspace: "field",
  kept_until: wireTime(0.5),
});
const RESTORATION = { ...LETTERS, offered_name: "letters", taken_at: null, taken: 0, people: 3, drafts: 0, left: [] };

type Answer = () => Response;
let answers: { [call: string]: Answer | undefined };
let sent: { readonly call: string; readonly body: unknown }[];
beforeEach(() => {
  sent = [];
  answers = {
    "GET /api/me": () => Response.json({ ...USER, ...times, workspaces: [] }),
    "GET /api/postil/v1/version": () => Response.json({ version: "1", wire: "1" }),
    "GET /api/workspaces": () => Response.json([]),
    "GET /api/postil/v1/bin": () => Response.json({ items: [LETTERS, OLD], keep_days: 30 }),
    "GET /api/postil/v1/bin/d1": () => Response.json(RESTORATION),
  };
  vi.stubGlobal("fetch", async (address: string, { method = "GET", body }: RequestInit = {}) => {
    const call = `${method} ${new URL(address, "http://postil.example").pathname}`;
    if (method !== "GET") sent.push({ call, body: typeof body === "string" ? JSON.parse(body) : null });
    return answers[call]?.() ?? Response.json({ items: [] });
  });
  vi.stubGlobal("scrollTo", () => undefined);
});
afterEach(() => {
  closeSession("signed-out");
  queryClient.clear();
  clearToasts();
  vi.unstubAllGlobals();
});

async function visit(path = "/recently-deleted") {
  openSession("token");
  const router = createPageRouter(createMemoryHistory({ initialEntries: [path] }));
  render(<RouterProvider router={router} />);
  await screen.findByRole("heading", { level: 1, name: "Recently deleted" });
  return router;
}
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const messages = () => getToasts().map(({ type, message }) => `${type}: ${message}`);

test("BIN-03 BIN-06 a line says what was deleted, where, by whom, and how long it is kept", async () => {
  await visit();
  const row = (await screen.findByText("letters")).closest("tr");
  expect(row?.textContent).toMatch(/letters500 records, 100 answers.*archiveMara Lind.*29 days/);
  const old = screen.getByText("drafts").closest("tr");
  expect(old?.textContent).toMatch(/drafts500 records.*field.*1 day/);
  expect(screen.getByText("2 deletions")).toBeDefined();
  const note = "After 30 days it is gone for good. The answers of a person stay, without a name.";
  expect(screen.getByText(note)).toBeDefined();
  const tabs = screen.getByRole("navigation", { name: "Parts of the administration" });
  expect(within(tabs).getByRole("link", { current: "page" }).textContent).toBe("Recently deleted");
});

test("BIN-14 the buttons of a row are always shown, and under its name stands what a narrow window has no columns for", async () => {
  await visit();
  const cell = (await screen.findByText("letters")).closest("td");
  expect(cell?.textContent).toMatch(/letters500 records, 100 answers.*archive.*Mara Lind.+/);
  const button = screen.getByRole("button", { name: "Restore letters" });
  expect(button.closest("[class*='opacity-0']")).toBeNull();
});

test("BIN-03 the address narrows the list, and what matches nothing says so", async () => {
  await visit("/recently-deleted?workspaces=field");
  await screen.findByText("drafts");
  expect(screen.queryByText("letters")).toBeNull();
  expect(screen.getByText("1 of 2 deletions")).toBeDefined();
  fireEvent.change(screen.getByRole("searchbox", { name: "Find something deleted" }), { target: { value: "nothing" } });
  await screen.findByText("Nothing that was deleted matches");
  await press("Clear filters");
  await screen.findByText("letters");
});

test("BIN-04 a restoration without obstacles asks for nothing, and its notice opens the dataset", async () => {
  const restored = { id: "d-1", name: "letters", task: "FeedbackTask", workspace: "archive" };
  answers["POST /api/postil/v1/bin/d1/restore"] = () => Response.json(restored);
  await visit();
  await press("Restore letters");
  const dialog = await screen.findByRole("dialog", { name: "Restore letters" });
  await within(dialog).findByText("500 records");
  expect(within(dialog).queryByRole("textbox")).toBeNull();
  fireEvent.click(within(dialog).getByRole("button", { name: "Restore dataset" }));
  await waitFor(() => expect(messages()).toEqual(["success: letters is back in archive"]));
  expect(sent).toEqual([{ call: "POST /api/postil/v1/bin/d1/restore", body: {} }]);
  expect(getToasts()[0]?.actions.map(({ label }) => label)).toEqual(["Open it"]);
});

test("BIN-04 a name that is taken is said with a free one, and one that is taken meanwhile keeps what was typed", async () => {
  const left = [{ name: "Hideo Marukawa", answers: 12 }];
  answers["GET /api/postil/v1/bin/d1"] = () =>
    Response.json({ ...RESTORATION, offered_name: "letters-2", taken_at: wireTime(0), left });
  answers["POST /api/postil/v1/bin/d1/restore"] = () =>
    Response.json({ detail: "`letters-2` is taken" }, { status: 409 });
  await visit();
  await press("Restore letters");
  expect(await screen.findByText("Hideo Marukawa")).toBeDefined();
  expect(screen.getByText("The name is taken")).toBeDefined();
  const name = screen.getByLabelText<HTMLInputElement>("It comes back as");
  expect(name.value).toBe("letters-2");
  fireEvent.change(name, { target: { value: "-no" } });
  expect(screen.getByRole("button", { name: "Restore dataset" }).hasAttribute("disabled")).toBe(true);
  fireEvent.change(name, { target: { value: "letters-2" } });
  await press("Restore dataset");
  expect(await screen.findByText("“letters-2” is taken")).toBeDefined();
  expect(sent).toEqual([{ call: "POST /api/postil/v1/bin/d1/restore", body: { name: "letters-2" } }]);
  expect(screen.getByLabelText<HTMLInputElement>("It comes back as").value).toBe("letters-2");
});

test("BIN-04 what was in a workspace that is gone comes back to one that is chosen", async () => {
  answers["GET /api/postil/v1/bin/d1"] = () => Response.json({ ...RESTORATION, workspace_id: null });
  const summary = { id: "w2", name: "newsroom", ...times, members: 1, first_members: [], datasets: 0, records: 0 };
  answers["GET /api/postil/v1/workspaces"] = () =>
    Response.json({ items: [{ ...summary, last_activity_at: null }], people: 1 });
  await visit();
  await press("Restore letters");
  const submit = await screen.findByRole("button", { name: "Restore dataset" });
  expect(submit.hasAttribute("disabled")).toBe(true);
  fireEvent.click(await screen.findByRole("radio", { name: "newsroom" }));
  fireEvent.click(submit);
  const body = { workspace_id: "w2" };
  await waitFor(() => expect(sent).toEqual([{ call: "POST /api/postil/v1/bin/d1/restore", body }]));
});

test("BIN-03 BIN-04 what the dialog could not load is said in place of it, and can be tried again", async () => {
  answers["GET /api/postil/v1/bin/d1"] = () => Response.json({ detail: "the disk is full" }, { status: 422 });
  answers["GET /api/postil/v1/workspaces"] = () => Response.json({ detail: "no memory" }, { status: 422 });
  await visit();
  await press("Restore letters");
  const dialog = await screen.findByRole("dialog", { name: "Restore letters" });
  await within(dialog).findByText("the disk is full");
  expect(dialog.querySelector(".opacity-60")).toBeNull();
  answers["GET /api/postil/v1/bin/d1"] = () => Response.json({ ...RESTORATION, workspace_id: null });
  await press("Retry");
  await within(dialog).findByText("500 records");
  await within(dialog).findByText("no memory");
  const summary = { id: "w2", name: "newsroom", ...times, members: 1, first_members: [], datasets: 0, records: 0 };
  answers["GET /api/postil/v1/workspaces"] = () =>
    Response.json({ items: [{ ...summary, last_activity_at: null }], people: 1 });
  await press("Retry");
  expect(await within(dialog).findByRole("radio", { name: "newsroom" })).toBeDefined();
  expect(within(dialog).queryByText("no memory")).toBeNull();
});

test("BIN-06 deleting for good asks for the name", async () => {
  answers["DELETE /api/postil/v1/bin/d1"] = () => new Response(null, { status: 204 });
  await visit();
  await press("Delete letters for good");
  const submit = await screen.findByRole("button", { name: "Delete for good" });
  expect(submit.hasAttribute("disabled")).toBe(true);
  fireEvent.change(screen.getByLabelText("To go on, type the name of the dataset"), { target: { value: "letters" } });
  fireEvent.click(submit);
  await waitFor(() => expect(messages()).toEqual(["success: letters is deleted for good"]));
  expect(sent).toEqual([{ call: "DELETE /api/postil/v1/bin/d1", body: null }]);
});

test("BIN-01 a server that keeps nothing says so, and a failure can be tried again", async () => {
  answers["GET /api/postil/v1/bin"] = () => Response.json({ detail: "no" }, { status: 500 });
  await visit();
  await screen.findByText("What was deleted could not be loaded.");
  answers["GET /api/postil/v1/bin"] = () => Response.json({ items: [], keep_days: 0 });
  await press("Retry");
  expect(await screen.findByText("This server keeps nothing that was deleted.")).toBeDefined();
});

const RECORDS = deleted("r1", "letters", { kind: "records", records: 3, answers: 2, preview: "Dear Ada" });

test("BIN-08 deleted records say how many, how the first begins and where from, and the list narrows to a kind", async () => {
  answers["GET /api/postil/v1/bin"] = () =>
    Response.json({ items: [LETTERS, RECORDS, { ...RECORDS, id: "r2", state: "restoring" }], keep_days: 30 });
  const router = await visit("/recently-deleted?kinds=records");
  const [row, busy] = (await screen.findAllByText("3 records")).map((cell) => cell.closest("tr"));
  expect(row?.textContent?.replace(/[\u2066-\u2069]/g, "")).toMatch(
    /3 records“Dear Ada”, 2 answers.*Records.*archive \/ letters/,
  );
  expect(busy?.textContent).toContain("coming back");
  expect(busy && within(busy).queryByRole("button")).toBeNull();
  expect(screen.getByText("2 of 3 deletions")).toBeDefined();
  await press("Kind filter, Records");
  fireEvent.click(await screen.findByRole("checkbox", { name: /^Dataset/ }));
  await screen.findByText("500 records, 100 answers");
  expect(router.state.location.search).toMatchObject({ kinds: "records,dataset" });
});

test("BIN-09 records come back to their dataset, and it is said which stay deleted", async () => {
  answers["GET /api/postil/v1/bin"] = () => Response.json({ items: [RECORDS], keep_days: 30 });
  answers["GET /api/postil/v1/bin/r1"] = () => Response.json({ ...RESTORATION, ...RECORDS, taken: 1 });
  const to = { id: "d-1", name: "letters", task: "FeedbackTask", workspace: "archive" };
  answers["POST /api/postil/v1/bin/r1/restore"] = () => Response.json({ ...to, restored: 2, left: 1 });
  await visit();
  const name = /^Restore 3 records of .?letters/;
  fireEvent.click(await screen.findByRole("button", { name }));
  const dialog = await screen.findByRole("dialog", { name });
  await within(dialog).findByText("stays deleted: another record has its id now");
  expect(within(dialog).queryByText("Settings")).toBeNull();
  fireEvent.click(within(dialog).getByRole("button", { name: "Restore records" }));
  const done = "2 records are back in letters. 1 stays deleted, because another record has its id now.";
  await waitFor(() => expect(messages()).toEqual([`success: ${done}`]));
});

test("BIN-12 BIN-13 a person comes back without a way in, and the notice leads to the people", async () => {
  const PERSON = deleted("p1", "dmitri", {
    ...{ kind: "person", task: "annotator", preview: "Dmitri Quellar", workspace_id: null, records: 0, answers: 3 },
  });
  answers["GET /api/postil/v1/bin"] = () => Response.json({ items: [PERSON], keep_days: 30 });
  answers["GET /api/postil/v1/bin/p1"] = () =>
    Response.json({ ...RESTORATION, ...PERSON, offered_name: "dmitri-2", taken_at: wireTime(0) });
  const to = { id: "u9", name: "dmitri-2", task: "annotator", workspace: "", restored: null, left: 0 };
  answers["POST /api/postil/v1/bin/p1/restore"] = () => Response.json(to);
  await visit();
  const row = (await screen.findByText("Dmitri Quellar")).closest("tr");
  expect(row?.textContent).toMatch(/Dmitri Quellarannotator, 3 answers.*Person.*archive/i);
  await press("Restore Dmitri Quellar");
  const dialog = await screen.findByRole("dialog", { name: "Restore Dmitri Quellar" });
  await within(dialog).findByText("No way in yet");
  expect(within(dialog).getByLabelText<HTMLInputElement>("The person comes back as").value).toBe("dmitri-2");
  expect(within(dialog).queryByRole("radio")).toBeNull();
  fireEvent.click(within(dialog).getByRole("button", { name: "Restore person" }));
  const done = "dmitri-2 is back. Make a link, so that they can choose a password.";
  await waitFor(() => expect(messages()).toEqual([`success: ${done}`]));
  expect(sent[0]?.body).toEqual({ name: "dmitri-2" });
  expect(getToasts()[0]?.actions.map(({ label }) => label)).toEqual(["Show people"]);
});

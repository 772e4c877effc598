import type { Role } from "@postil/domain/accounts/users";
import { focusManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeSession, openSession, type SessionUser } from "../../../lib/session/store.ts";
import { clearToasts, getToasts } from "../../../lib/toasts/store.ts";
import { EVERYBODY } from "./people-list.ts";
import { PeoplePage } from "./people-page.tsx";

const at = "2026-01-01T00:00:00";
const times = { inserted_at: at, updated_at: at };
const wirePerson = (username: string, more: object = {}) => ({
  id: `id-${username}`,
  first_name: username,
  last_name: null,
  username,
  role: "annotator",
  state: "active",
  invited_until: null,
  provider: null as string | null,
  has_password: true,
  workspaces: [{ id: "w1", name: "archive", since: at }],
  last_seen: null,
  keys: 2,
  ...times,
  ...more,
});

type Made = { readonly method: string; readonly path: string; readonly body: unknown };
let people: ReturnType<typeof wirePerson>[];
let answers: { [call: string]: { status: number; body?: unknown } };
let made: Made[];

beforeEach(() => {
  people = [wirePerson("ilse", { role: "owner", workspaces: [] }), wirePerson("oona")];
  answers = {};
  made = [];
  places = ["archive"];
  vi.stubGlobal("fetch", async (address: string, { method = "GET", body }: RequestInit = {}) => {
    const path = address.replace("/api/postil/v1", "");
    if (method !== "GET") made.push({ method, path, body: typeof body === "string" ? JSON.parse(body) : undefined });
    const answer = answers[`${method} ${path}`];
    if (answer?.status === 204) return new Response(null, { status: 204 });
    if (answer !== undefined) return Response.json(answer.body ?? {}, { status: answer.status });
    if (path === "/people") return Response.json({ items: people, ask: null });
    if (path === "/people/answers") return Response.json({ items: [{ user_id: "id-oona", answers: 1208 }] });
    if (path === "/api/workspaces") return Response.json([{ id: "w1", name: "archive", ...times }]);
    if (path === "/api/v1/oauth2/providers") return Response.json({ items: [{ name: "github", title: "GitHub" }] });
    if (path.endsWith("/work"))
      return Response.json({ answers: 3, datasets: 1, annotations: 0, rules: 0, task_datasets: 0, drafts: 2, keys: 1 });
    return Response.json(wirePerson("oona"));
  });
  openSession("token");
});
afterEach(() => {
  focusManager.setFocused(undefined);
  vi.useRealTimers();
  vi.clearAllMocks();
  closeSession("signed-out");
  clearToasts();
  vi.unstubAllGlobals();
});

const shownInAudit = vi.fn<(username: string) => void>();
const onAdded = vi.fn<() => void>();
const onFile = vi.fn<() => void>();
let places: readonly string[];

function Page({ reader, addTo }: { reader: Role; addTo: string | null }) {
  const [criteria, setCriteria] = useState(EVERYBODY);
  const named = { id: "id-ilse", firstName: "Ilse", lastName: null, username: "ilse", apiKey: "" };
  const user: SessionUser = { ...named, role: reader, workspaces: places, insertedAt: 0, updatedAt: 0 };
  return (
    <PeoplePage
      user={user}
      criteria={criteria}
      onCriteria={setCriteria}
      addTo={addTo}
      onAdded={onAdded}
      onAudit={({ username }) => shownInAudit(username)}
      onFile={onFile}
    />
  );
}

async function show(role: Role = "owner", addTo: string | null = null) {
  const rendered = render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Page reader={role} addTo={addTo} />
    </QueryClientProvider>,
  );
  // A dialog that opens by itself covers the table.
  await screen.findByRole("table", { name: "People", hidden: true });
  return rendered;
}
const rowOf = (name: RegExp) => screen.getByRole("row", { name });
async function choose(name: string, action: RegExp) {
  fireEvent.click(screen.getByRole("button", { name: `Actions of ${name}` }));
  fireEvent.click(await screen.findByRole("menuitem", { name: action }));
}
const said = () => getToasts().map(({ message }) => message);

const KEY = { id: "k1", name: "old laptop", ending: "3f9c", inserted_at: at, expires_at: null };
const unused = { last_used_at: null, last_used_by: null };
const keys = (items: object[]) => ({ status: 200, body: { first: { ending: "a1b2", ...unused }, items } });

test("ROL-12 the list has everybody with role, workspaces and what they did this week", async () => {
  await show();
  await waitFor(() => expect(rowOf(/oona/).textContent).toContain("1,208"));
  expect(rowOf(/ilse/).textContent).toMatch(/you.*owner.*all/);
  expect(screen.getByText("2 people, 1,208 answers given here this week")).toBeDefined();
});

test("ROL-12 a card says one answer, and several answers", async () => {
  const given = (count: number) => ({ status: 200, body: { items: [{ user_id: "id-oona", answers: count }] } });
  answers["GET /people/answers"] = given(1);
  const one = await show();
  await waitFor(() => expect(rowOf(/oona/).textContent).toContain("1 answer given this week"));
  one.unmount();
  answers["GET /people/answers"] = given(2);
  await show();
  await waitFor(() => expect(rowOf(/oona/).textContent).toContain("2 answers given this week"));
});

test("ROL-12 AUT-22 who comes by a provider is said to; made an admin they need a password, and the link for it is next", async () => {
  const byProvider = { provider: "github", has_password: false };
  people = [wirePerson("ilse", { role: "owner", workspaces: [] }), wirePerson("oona", byProvider)];
  await show();
  expect(rowOf(/oona/).textContent).toContain("by GitHub");
  answers["PATCH /people/id-oona"] = { status: 200, body: wirePerson("oona", { ...byProvider, role: "admin" }) };
  await choose("oona", /Name, role/);
  expect(screen.queryByText(/Providers never open/)).toBeNull();
  fireEvent.click(await screen.findByRole("radio", { name: /Admin/ }));
  expect(screen.getByText(/Providers never open an admin’s or owner’s account: oona needs a password/)).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("heading", { name: "A link for oona" })).toBeDefined();
  expect(screen.getByText(/They have not chosen a password yet/)).toBeDefined();
});

test("ROL-12 what somebody else changed since the dialog was opened is shown, and Save goes over it the second time", async () => {
  await show();
  await choose("oona", /Name, role/);
  fireEvent.change(await screen.findByRole("textbox", { name: "Last name" }), { target: { value: "Pellerin" } });
  answers["PATCH /people/id-oona"] = { status: 409, body: { detail: "changed" } };
  people = [
    wirePerson("ilse", { role: "owner", workspaces: [] }),
    wirePerson("oona", { role: "admin", workspaces: [] }),
  ];
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  const note = await screen.findByText(/Somebody else changed oona meanwhile. Now: oona, admin in no workspace/);
  expect(note).toBeDefined();
  delete answers["PATCH /people/id-oona"];
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(said()).toContain("oona was changed"));
  const facts = { first_name: "oona", last_name: "Pellerin", role: "annotator", workspace_ids: ["w1"] };
  const [first, second] = made;
  expect(first?.body).toEqual({ ...facts, seen: { ...facts, last_name: null } });
  expect(second?.body).toEqual({
    ...facts,
    seen: { first_name: "oona", last_name: null, role: "admin", workspace_ids: [] },
  });
});

test("ROL-12 what somebody else changed can be taken, and a person who is gone is said to be", async () => {
  await show();
  await choose("oona", /Name, role/);
  fireEvent.click(await screen.findByRole("radio", { name: /^Owner/ }));
  answers["PATCH /people/id-oona"] = { status: 409, body: { detail: "changed" } };
  people = people.map((one) => (one.username === "oona" ? wirePerson("oona", { role: "admin" }) : one));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  fireEvent.click(await screen.findByRole("button", { name: "Take what is there" }));
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Admin/ }).checked).toBe(true);
  fireEvent.click(screen.getByRole("radio", { name: /^Annotator/ }));
  people = people.filter(({ username }) => username !== "oona");
  answers["PATCH /people/id-oona"] = { status: 404, body: { detail: "not found" } };
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("oona was deleted by somebody else meanwhile.")).toBeDefined();
});

test("OPD-02 an owner downloads the data of a person; a failure is said", async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:", revokeObjectURL: () => undefined }));
  await show();
  await choose("oona", /^Download data/);
  await waitFor(() => expect(said()).toContain("Downloaded all that is kept about oona"));
  expect(saved).toHaveBeenCalledTimes(1);
  answers["GET /people/id-oona/data"] = { status: 404, body: { detail: "not found" } };
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await choose("oona", /^Download data/);
  await waitFor(() => expect(said()).toContain("The data of oona could not be downloaded."));
  saved.mockRestore();
});

test("ROL-12 deactivating is undone by the message; a refusal is said in the server’s words", async () => {
  await show();
  await choose("oona", /^Deactivate/);
  await waitFor(() => expect(said()).toContain("oona is deactivated: no sign-in, no keys"));
  getToasts()[0]?.actions[0]?.run();
  await waitFor(() => expect(made.map(({ method }) => method)).toEqual(["PUT", "DELETE"]));
  answers["PUT /people/id-oona/deactivation"] = { status: 409, body: { detail: "`oona` is the last owner" } };
  await choose("oona", /^Deactivate/);
  await waitFor(() => expect(said()).toContain("“oona” is the last owner"));
});

test("ROL-12 deleting says what stays and what goes first, and waits for the username", async () => {
  await show();
  await choose("oona", /^Delete/);
  const list = await screen.findByRole("list");
  await waitFor(() =>
    expect(
      within(list)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual([
      "stays:3 answersstay in 1 dataset, under “someone deleted”",
      "goes:2 draftsare deleted; they were never submitted",
      "goes:1 keystops at once",
    ]),
  );
  expect(screen.queryByText(/can come back there/)).toBeNull();
  const submit = screen.getByRole<HTMLButtonElement>("button", { name: "Delete person" });
  expect(submit.disabled).toBe(true);
  fireEvent.change(screen.getByRole("textbox", { name: /type the username/ }), { target: { value: "oona" } });
  expect(submit.disabled).toBe(false);
  answers["DELETE /people/id-oona"] = { status: 403, body: { detail: { code: "x", params: { detail: "no" } } } };
  fireEvent.click(submit);
  expect(await screen.findByText("You may not do this, or not any more. Ask an owner.")).toBeDefined();
});

test("ROL-12 AUT-22 of whoever comes by a provider a deletion says that it does not keep them out, and what does", async () => {
  people = [wirePerson("ilse", { role: "owner", workspaces: [] }), wirePerson("oona", { provider: "github" })];
  await show();
  await choose("oona", /^Delete/);
  expect(
    await screen.findByText(/comes by GitHub can come back there at once.* deactivate them instead/),
  ).toBeDefined();
});

test("ROL-12 what stays follows how much of it there is, not how many datasets it is in", async () => {
  const none = { answers: 0, datasets: 0, annotations: 0, rules: 0, task_datasets: 0, drafts: 0, keys: 1 };
  const one = { ...none, answers: 1, datasets: 2, rules: 1, task_datasets: 1 };
  answers["GET /people/id-oona/work"] = { status: 200, body: one };
  await show();
  await choose("oona", /^Delete/);
  expect(await screen.findByText("stays in 2 datasets, under “someone deleted”")).toBeDefined();
  expect(screen.getByText("signed with this username: stays in 1 task dataset")).toBeDefined();
});

test("ROL-12 without an answer of the server nothing is claimed", async () => {
  await show();
  answers["GET /people/id-oona/api-keys"] = keys([]);
  await choose("oona", /^Keys/);
  answers["POST /people/id-oona/api-key"] = { status: 200, body: { api_key: "new-key" } };
  fireEvent.click(await screen.findByRole("button", { name: "Replace" }));
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Replace" }));
  expect((await screen.findByText("new-key")).tagName).toBe("CODE");
  fireEvent.click(screen.getByRole("button", { name: "Done" }));
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  await choose("oona", /Set a new password/);
  fireEvent.change(await screen.findByRole("textbox", { name: "Password" }), { target: { value: "long enough" } });
  fireEvent.click(screen.getByRole("button", { name: "Set the password" }));
  expect(await screen.findByText(/The server did not answer. Nothing is known to have changed/)).toBeDefined();
});

test("ROL-12 whoever somebody else deleted meanwhile is deleted, without a complaint", async () => {
  await show();
  await choose("oona", /^Delete/);
  answers["DELETE /people/id-oona"] = { status: 404, body: { detail: "gone" } };
  await screen.findByText("3 answers");
  fireEvent.change(screen.getByRole("textbox", { name: /type the username/ }), { target: { value: "oona" } });
  fireEvent.click(screen.getByRole("button", { name: "Delete person" }));
  await waitFor(() => expect(said()).toContain("oona was deleted; the answers stay"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("ROL-12 an owner who gives up the role is told before; what ends the own account rests", async () => {
  await show();
  fireEvent.click(screen.getByRole("button", { name: "Actions of ilse" }));
  const remove = await screen.findByRole("menuitem", { name: /^Delete/ });
  expect(remove.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(screen.getByRole("menuitem", { name: /Name, role/ }));
  fireEvent.click(await screen.findByRole("radio", { name: /^Admin/ }));
  expect(screen.getByText(/only another owner can give it back/)).toBeDefined();
  expect(screen.getByRole("button", { name: "Take it from me" })).toBeDefined();
});

test("ROL-12 ROL-13 an admin takes people out; without a workspace they find “Add a person” at rest", async () => {
  places = [];
  const { unmount } = await show("admin");
  expect(screen.getByRole("button", { name: "Add a person" }).getAttribute("aria-disabled")).toBe("true");
  unmount();
  places = ["archive"];
  await show("admin");
  expect(screen.getByRole("columnheader", { name: "In archive since" })).toBeDefined();
  expect(screen.queryByRole("button", { name: /^Actions of/ })).toBeNull();
  expect(screen.queryByRole("button", { name: "Take ilse out" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Take oona out" }));
  fireEvent.click(await screen.findByRole("button", { name: "Take out" }));
  await waitFor(() => expect(said()).toContain("oona is no longer in archive"));
  expect(made).toMatchObject([{ method: "DELETE", path: "/api/v1/workspaces/w1/users/id-oona" }]);
});

test("ROL-16 an admin invites an annotator into their workspace by a link, and makes another for who has not come", async () => {
  people = [wirePerson("oona"), wirePerson("nerys", { state: "invited", has_password: false })];
  await show("admin");
  fireEvent.click(screen.getByRole("button", { name: "Add a person" }));
  const dialog = await screen.findByRole("dialog", { name: "Add a person" });
  expect(within(dialog).getAllByRole("radio")).toHaveLength(1);
  fireEvent.change(within(dialog).getByRole("textbox", { name: "First name" }), { target: { value: "Anna" } });
  fireEvent.change(within(dialog).getByRole("textbox", { name: "Username" }), { target: { value: "anna" } });
  const submit = within(dialog).getByRole<HTMLButtonElement>("button", { name: "Add and make the link" });
  fireEvent.click(within(dialog).getByRole("button", { name: "Take archive away" }));
  expect(submit.disabled).toBe(true);
  fireEvent.click(within(dialog).getByRole("button", { name: "Add a workspace" }));
  fireEvent.click(await screen.findByRole("checkbox", { name: "archive" }));
  const body = { user_id: "id-anna", username: "anna", code: "abc", expires_at: "2026-02-01T00:00:00" };
  answers["POST /invitations"] = { status: 201, body };
  fireEvent.click(submit);
  fireEvent.click(await screen.findByRole("button", { name: "Done" }));
  expect(made[0]?.body).toMatchObject({ username: "anna", role: "annotator", workspaces: ["archive"] });
  expect(screen.queryByRole("button", { name: "New invitation link for oona" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "New invitation link for nerys" }));
  expect(await screen.findByRole("heading", { name: "A link for nerys" })).toBeDefined();
});

test("ROL-15 a button leads to the people of a file", async () => {
  await show();
  fireEvent.click(screen.getByRole("button", { name: "Invite from a file…" }));
  expect(onFile).toHaveBeenCalledOnce();
});

test("ROL-12 a list that does not come says so, and Retry asks again", async () => {
  answers["GET /people"] = { status: 500 };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Page reader="owner" addTo={null} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText("The people could not be loaded.")).toBeDefined();
  answers = {};
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("table", { name: "People" })).toBeDefined();
});

test("ROL-12 AUT-32 an owner sees how many keys somebody has and which, and revokes one after a question", async () => {
  answers["GET /people/id-oona/api-keys"] = keys([{ ...KEY, ...unused }]);
  answers["DELETE /people/id-oona/api-keys/k1"] = { status: 200, body: { ...KEY, ...unused } };
  await show();
  await choose("oona", /^Keys: 2, replace or revoke$/);
  const dialog = await screen.findByRole("dialog", { name: "Keys of oona" });
  expect((await within(dialog).findByRole("row", { name: /First key/ })).textContent).toContain("…a1b2");
  fireEvent.click(within(dialog).getByRole("button", { name: "Revoke old laptop" }));
  const question = await screen.findByRole("alertdialog", { name: "Revoke the key of old laptop?" });
  answers["GET /people/id-oona/api-keys"] = keys([]);
  fireEvent.click(within(question).getByRole("button", { name: "Revoke" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Revoke old laptop" })).toBeNull());
  expect(made.map(({ method, path }) => `${method} ${path}`)).toEqual(["DELETE /people/id-oona/api-keys/k1"]);
});

test("ROL-12 AUT-32 a key that somebody else revoked meanwhile is gone without a complaint, another refusal is said", async () => {
  answers["GET /people/id-oona/api-keys"] = keys([{ ...KEY, ...unused }]);
  answers["DELETE /people/id-oona/api-keys/k1"] = { status: 500, body: { detail: "no" } };
  await show();
  await choose("oona", /^Keys/);
  const revoke = async () => {
    fireEvent.click(await screen.findByRole("button", { name: "Revoke old laptop" }));
    fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Revoke" }));
  };
  await revoke();
  await waitFor(() => expect(within(screen.getByRole("dialog")).getByRole("alert")).toBeTruthy());
  answers["DELETE /people/id-oona/api-keys/k1"] = { status: 404, body: { detail: "gone" } };
  answers["GET /people/id-oona/api-keys"] = keys([]);
  await revoke();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Revoke old laptop" })).toBeNull());
  expect(within(screen.getByRole("dialog")).queryByRole("alert")).toBeNull();
});

test("ROL-12 signing somebody out everywhere is asked for first, and told with the number of sessions", async () => {
  answers["DELETE /people/id-oona/sessions"] = { status: 200, body: { count: 2 } };
  await show();
  await choose("oona", /^Sign out everywhere$/);
  expect(made).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Sign out everywhere" }));
  await waitFor(() => expect(said()).toEqual(["oona was signed out of 2 sessions"]));
});

const session = (id: string, more: object = {}) => ({
  id,
  began_at: at,
  last_used_at: at,
  program: "Firefox",
  network: "192.0.2.0/24",
  provider: null,
  is_this: false,
  ...more,
});

test("COM-15 the sessions of a person are listed, one is ended and leaves the list, and the own one has no button", async () => {
  const list = "GET /people/id-oona/sessions";
  const own = session("s2", { program: null, network: null, provider: "museum", is_this: true });
  answers[list] = { status: 200, body: { items: [session("s1"), own] } };
  answers["DELETE /people/id-oona/sessions/s1"] = { status: 204 };
  await show();
  await choose("oona", /^Sessions$/);
  const end = await screen.findByRole("button", { name: "End the session of Firefox, 192.0.2.0/24" });
  expect(screen.getAllByRole("button", { name: /^End/ }).map(({ textContent }) => textContent)).toEqual([
    "End",
    "End all others",
  ]);
  const ownRow = screen.getByRole("row", { name: /this session/ });
  expect(ownRow.textContent).toContain("not known by museum");
  answers[list] = { status: 200, body: { items: [own] } };
  fireEvent.click(end);
  await waitFor(() => expect(screen.queryByText("Firefox")).toBeNull());
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "End all others" }).disabled).toBe(true);
});

test("COM-15 sessions that cannot be loaded are told of with a way to try again, and all of a person are ended at once", async () => {
  const list = "GET /people/id-oona/sessions";
  answers[list] = { status: 500 };
  await show();
  await choose("oona", /^Sessions$/);
  expect(await screen.findByText("The sessions could not be loaded.")).toBeDefined();
  answers[list] = { status: 200, body: { items: [session("s1")] } };
  answers["DELETE /people/id-oona/sessions"] = { status: 200, body: { count: 1 } };
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  fireEvent.click(await screen.findByRole("button", { name: "End all" }));
  await waitFor(() => expect(said()).toEqual(["oona was signed out of 1 session"]));
});

test("ROL-12 the menu of a row leads to what the audit has of that person", async () => {
  await show();
  await choose("oona", /^Show in the audit$/);
  expect(shownInAudit).toHaveBeenCalledWith("oona");
});

test("ROL-12 who comes to add somebody to a workspace finds it ticked; the address is told when that is over", async () => {
  await show("owner", "archive");
  const dialog = await screen.findByRole("dialog", { name: "Add a person" });
  expect(within(dialog).getByRole("button", { name: "Take archive away" })).toBeTruthy();
  fireEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(onAdded).toHaveBeenCalledOnce();
});

test("ROL-13 an admin without a workspace who comes with such an address is shown the list alone", async () => {
  places = [];
  await show("admin", "archive");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("ROL-12 a username that is taken is said at its field, until it is changed", async () => {
  await show();
  fireEvent.click(screen.getByRole("button", { name: "Add a person" }));
  fireEvent.change(await screen.findByRole("textbox", { name: "First name" }), { target: { value: "Anna" } });
  const field = screen.getByRole("textbox", { name: "Username" });
  fireEvent.change(field, { target: { value: "anna" } });
  answers["POST /invitations"] = { status: 409, body: { detail: "Username `anna` is not unique" } };
  fireEvent.click(screen.getByRole("button", { name: "Add and make the link" }));
  const said = await screen.findByText("Username “anna” is not unique");
  expect(field.getAttribute("aria-describedby")).toContain(said.id);
  expect(screen.getAllByRole("alert")).toHaveLength(1);
  fireEvent.change(field, { target: { value: "anna2" } });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("ROL-12 a username that is somebody’s but for case is said so at its field, and is no mistake", async () => {
  await show();
  fireEvent.click(screen.getByRole("button", { name: "Add a person" }));
  const field = await screen.findByRole("textbox", { name: "Username" });
  fireEvent.change(field, { target: { value: "Ilse" } });
  const hint = screen.getByText(/^There is “ilse” already\./);
  expect(field.getAttribute("aria-describedby")).toBe(hint.id);
  expect(field.getAttribute("aria-invalid")).toBeNull();
  fireEvent.change(field, { target: { value: "Ilse2" } });
  expect(screen.queryByText(/^There is “ilse”/)).toBeNull();
});

test("ROL-12 a link that was used meanwhile is not made again by another number of days", async () => {
  await show();
  const body = { user_id: "id-oona", username: "oona", code: "abc", expires_at: "2026-02-01T00:00:00" };
  answers["PUT /users/id-oona/invitation"] = { status: 200, body };
  await choose("oona", /Link for a new password/);
  fireEvent.click(await screen.findByRole("button", { name: "Make the link" }));
  await screen.findByRole("button", { name: "Copy link" });
  answers["POST /invitations/read"] = { status: 200, body: { state: "open", expires_at: at, person: null } };
  fireEvent.click(await screen.findByRole("button", { name: "1 day" }));
  await waitFor(() => expect(made.filter(({ method }) => method === "PUT")).toHaveLength(2));
  answers["POST /invitations/read"] = { status: 200, body: { state: "used", expires_at: at, person: null } };
  fireEvent.click(await screen.findByRole("button", { name: "7 days" }));
  expect(await screen.findByText(/oona has used this link meanwhile/)).toBeDefined();
  expect(made.filter(({ method }) => method === "PUT")).toHaveLength(2);
});

test("ROL-12 AUT-14 an open link for a new password is seen in the row, and withdrawn from its menu", async () => {
  const inTwoDays = new Date(Date.now() + 2 * 24 * 3600 * 1000).toISOString().slice(0, -1);
  const seen = { at, by_key: false };
  people = [wirePerson("ilse", { role: "owner" }), wirePerson("oona", { invited_until: inTwoDays, last_seen: seen })];
  answers["DELETE /users/id-oona/invitation"] = { status: 204 };
  await show();
  const row = () => screen.getByRole("button", { name: "Actions of oona" }).closest("tr");
  expect(row()?.textContent).toContain("link open, 2 days left");
  await choose("oona", /Withdraw the link/);
  people = [wirePerson("ilse", { role: "owner" }), wirePerson("oona", { last_seen: seen })];
  await waitFor(() => expect(said()).toContain("The link for oona was withdrawn"));
  expect(made).toMatchObject([{ method: "DELETE", path: "/users/id-oona/invitation" }]);
  await waitFor(() => expect(row()?.textContent).not.toContain("link open"));
  fireEvent.click(screen.getByRole("button", { name: "Actions of oona" }));
  await screen.findByRole("menuitem", { name: /Link for a new password/ });
  expect(screen.queryByRole("menuitem", { name: /Withdraw/ })).toBeNull();
});

test("ROL-12 workspaces that were made since the list was opened are offered", async () => {
  await show();
  const later = { id: "w2", name: "poems", ...times };
  answers["GET /api/workspaces"] = { status: 200, body: [{ id: "w1", name: "archive", ...times }, later] };
  fireEvent.click(screen.getByRole("button", { name: "Add a person" }));
  fireEvent.click(await screen.findByRole("button", { name: "Add a workspace" }));
  expect(await screen.findByText("poems")).toBeDefined();
});

/** Simulates a user who returns to the tab. */
const comeBack = () =>
  act(() => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
  });
const names = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => /ilse|oona|pim/.exec(row.textContent)?.[0]);

test("ROL-12 who comes back to the window finds what others did, each row where it was, what is typed and the focus too", async () => {
  const seen = (hour: number) => ({ last_seen: { at: `2026-01-01T0${hour}:00:00`, by_key: false } });
  people = [wirePerson("ilse", { role: "owner", workspaces: [], ...seen(2) }), wirePerson("oona", seen(1))];
  await show();
  expect(names()).toEqual(["ilse", "oona"]);
  const search = screen.getByRole("searchbox", { name: "Find a person" });
  fireEvent.change(search, { target: { value: "i" } });
  fireEvent.change(search, { target: { value: "" } });
  const actions = screen.getByRole("button", { name: "Actions of oona" });
  actions.focus();
  people = [people[0], wirePerson("oona", { ...seen(4), role: "admin" }), wirePerson("pim", seen(3))].flatMap(
    (one) => one ?? [],
  );
  comeBack();
  await screen.findByRole("row", { name: /pim/ });
  expect(names()).toEqual(["ilse", "oona", "pim"]);
  expect(rowOf(/oona/).textContent).toContain("admin");
  expect(document.activeElement).toBe(actions);
});

test("ROL-12 the list is asked for anew by itself while it is seen", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await show();
  people = [...people, wirePerson("pim")];
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  expect(await screen.findByRole("row", { name: /pim/ })).toBeDefined();
  act(() => focusManager.setFocused(false));
  people = [...people, wirePerson("rosa")];
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(screen.queryByRole("row", { name: /rosa/ })).toBeNull();
});

test("ROL-12 a dialog says that the person was deleted while it stood open, and keeps what is typed", async () => {
  await show();
  await choose("oona", /Set a new password/);
  const password = await screen.findByRole<HTMLInputElement>("textbox", { name: "Password" });
  fireEvent.change(password, { target: { value: "long enough" } });
  people = people.filter(({ username }) => username !== "oona");
  comeBack();
  const dialog = screen.getByRole("dialog");
  expect(await within(dialog).findByText("oona was deleted by somebody else meanwhile.")).toBeDefined();
  expect(password.value).toBe("long enough");
  fireEvent.submit(password.form ?? dialog);
  expect(made).toEqual([]);
});

test("ROL-12 a refusal because the person is gone becomes the sentence that says so", async () => {
  await show();
  await choose("oona", /^Sign out everywhere$/);
  answers["DELETE /people/id-oona/sessions"] = { status: 404, body: { detail: "User not found" } };
  people = people.filter(({ username }) => username !== "oona");
  fireEvent.click(screen.getByRole("button", { name: "Sign out everywhere" }));
  expect(await screen.findByText("oona was deleted by somebody else meanwhile.")).toBeDefined();
  expect(screen.queryByText("User not found")).toBeNull();
});

test("ROL-12 an admin whose person is taken out meanwhile is not told that they were deleted", async () => {
  await show("admin");
  fireEvent.click(screen.getByRole("button", { name: "Take oona out" }));
  people = people.filter(({ username }) => username !== "oona");
  comeBack();
  expect(await screen.findByText("oona is in no workspace of yours any more.")).toBeDefined();
});

test("ROL-12 the list of workspaces that a key opens has the focus on what can be ticked", async () => {
  await show();
  fireEvent.click(screen.getByRole("button", { name: "Add a person" }));
  const opener = await screen.findByRole("button", { name: "Add a workspace" });
  act(() => opener.focus());
  fireEvent.keyDown(opener, { key: "Enter" });
  fireEvent.keyUp(opener, { key: "Enter" });
  const first = await screen.findByRole("checkbox", { name: "archive" });
  await waitFor(() => expect(document.activeElement).toBe(first));
});

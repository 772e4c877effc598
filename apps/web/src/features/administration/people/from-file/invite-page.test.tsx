import type { Role } from "@postil/domain/accounts/users";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeSession, openSession, type SessionUser } from "../../../../lib/session/store.ts";
import { clearToasts, getToasts } from "../../../../lib/toasts/store.ts";
import { hasUnsaved } from "../../../../lib/unsaved.ts";
import InvitePage from "./invite-page.tsx";

type Person = { readonly username: string; readonly code: string; readonly first_name: string };
const at = "2026-01-01T00:00:00";
/** Usernames that are somebody's when they are asked for, and those that are refused at the end. */
let taken: string[];
let refused: string[];
/** The people of each call, and the calls that fail, by their place. */
let sent: Person[][];
let failing: { readonly [place: number]: number | "no answer" };

beforeEach(() => {
  [taken, refused, sent, failing] = [["oona"], [], [], {}];
  vi.stubGlobal("fetch", async (address: string, { body }: RequestInit = {}) => {
    const asked = typeof body === "string" ? JSON.parse(body) : null;
    if (address === "/api/workspaces")
      return Response.json(["archive", "clinic"].map((name) => ({ id: name, name, inserted_at: at, updated_at: at })));
    if (address.endsWith("/invitations/taken"))
      return Response.json({ items: asked.usernames.filter((name: string) => taken.includes(name)) });
    sent.push(asked.people);
    const failure = failing[sent.length - 1];
    if (failure === "no answer") throw new TypeError("no network");
    if (failure !== undefined) return Response.json({ detail: "no" }, { status: failure });
    const items = asked.people.map(({ username }: Person) => {
      const isRefused = refused.includes(username);
      return { username, expires_at: isRefused ? null : at, refused: isRefused ? `\`${username}\` came first` : null };
    });
    return Response.json({ items });
  });
  openSession("token");
});
afterEach(() => {
  closeSession("signed-out");
  clearToasts();
  vi.unstubAllGlobals();
});

async function read(text: string, role: Role = "owner") {
  const named = { id: "me", firstName: "Ilse", lastName: null, username: "ilse", apiKey: "" };
  const user: SessionUser = { ...named, role, workspaces: ["archive"], insertedAt: 0, updatedAt: 0 };
  const history = createMemoryHistory({ initialEntries: ["/?file=open"] });
  const page = <InvitePage user={user} onBack={() => history.push("/")} />;
  const router = createRouter({ routeTree: createRootRoute({ component: () => page }), history });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  fireEvent.change(await screen.findByRole("textbox", { name: "Or paste the rows" }), { target: { value: text } });
  fireEvent.click(screen.getByRole("button", { name: "Read the rows" }));
  return () => history.location.href;
}
const cell = (name: string) => screen.findByRole<HTMLInputElement>("textbox", { name });
const combo = (name: string) => screen.findByRole<HTMLInputElement>("combobox", { name });
const invite = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Invite / });
const said = (field: HTMLElement) => document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent;
const links = () =>
  within(screen.getByRole("table", { name: "Links" }))
    .getAllByRole("row")
    .slice(1);

test("ROL-15 each cell says what is wrong with it; mended or left out, the rest is invited, and each link is shown", async () => {
  await read("username,role,workspaces\noona,admin,archive\nbo,boss,nowhere\ncy,,clinic;archive\ndee,annotator,");
  const name = await cell("Username, row 2");
  await waitFor(() => expect(said(name)).toBe("“oona” is somebody’s already"));
  expect(said(await combo("Role, row 3"))).toBe("“boss” is no role: annotator, admin, owner");
  expect(said(await cell("Workspaces, row 3"))).toBe("“nowhere”: no workspace");
  expect(screen.getByText("4 rows, 2 rows with mistakes")).toBeDefined();
  expect(invite().disabled).toBe(true);

  fireEvent.change(name, { target: { value: "oona2" } });
  fireEvent.click(screen.getByRole("checkbox", { name: "row 3" }));
  expect(screen.getByText("4 rows, 1 left out")).toBeDefined();
  await waitFor(() => expect(invite().disabled).toBe(false));
  expect(invite().textContent).toBe("Invite 3 people");
  fireEvent.click(invite());
  await waitFor(() => expect(links()).toHaveLength(3));
  const [first] = sent[0] ?? [];
  expect(first).toMatchObject({ username: "oona2", first_name: "oona2", role: "admin", workspaces: ["archive"] });
  expect(first?.code).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(new Set(sent[0]?.map(({ code }) => code)).size).toBe(3);
  expect(links()[0]?.textContent).toContain(`${window.location.origin}/invitation#${first?.code}`);
  expect(screen.getByRole("checkbox", { name: "row 3" })).toBeDefined();
  expect(hasUnsaved()).toBe(true);
});

test("ROL-15 a row stays among those with mistakes while it is mended, and its field keeps the focus", async () => {
  await read("username\nann\nBo Berg\nOld name");
  const only = await screen.findByRole("checkbox", { name: "Only rows with mistakes" });
  fireEvent.click(only);
  expect(screen.queryByRole("textbox", { name: "Username, row 2" })).toBeNull();
  const name = await cell("Username, row 4");
  name.focus();
  for (const value of ["o", "ol", "old"]) fireEvent.change(name, { target: { value } });
  expect(said(name)).toBeUndefined();
  expect(document.activeElement).toBe(name);
  fireEvent.click(only);
  expect(await cell("Username, row 2")).toBeDefined();
});

test("ROL-15 the title takes the focus when the button that had it goes with its step", async () => {
  await read("");
  const title = screen.getByRole("heading", { name: "Invite from a file" });
  fireEvent.change(screen.getByRole("textbox", { name: "Or paste the rows" }), { target: { value: "ann" } });
  screen.getByRole("button", { name: "Read the rows" }).focus();
  fireEvent.click(screen.getByRole("button", { name: "Read the rows" }));
  const another = await screen.findByRole("button", { name: "Another file" });
  await waitFor(() => expect(document.activeElement).toBe(title));
  another.focus();
  fireEvent.click(another);
  await waitFor(() => expect(document.activeElement).toBe(title));
});

test("ROL-15 a run without an answer says so, and the same codes are sent again, so nobody is invited twice", async () => {
  const rows = Array.from({ length: 120 }, (_, number) => `p${number}`);
  failing = { 1: "no answer" };
  await read(`username\n${rows.join("\n")}`);
  await waitFor(() => expect(invite().disabled).toBe(false));
  fireEvent.click(invite());
  expect((await screen.findByRole("alert")).textContent).toContain(
    "No answer came for 50 rows. Invite sends them again, and invites nobody twice.",
  );
  expect(screen.getByText("50 links made")).toBeDefined();
  expect(screen.getByText("70 rows")).toBeDefined();
  fireEvent.click(invite());
  await waitFor(() => expect(screen.getByText("120 links made")).toBeDefined());
  expect(sent.map((part) => part.length)).toEqual([50, 50, 50, 20]);
  expect(sent[2]).toEqual(sent[1]);
});

test("ROL-15 a person whom the server refuses stays with the reason; a call that is refused has invited nobody", async () => {
  [refused, failing] = [["bo"], { 0: 422 }];
  await read("ann\nbo");
  await waitFor(() => expect(invite().disabled).toBe(false));
  fireEvent.click(invite());
  expect((await screen.findByRole("alert")).textContent).not.toContain("No answer came");
  fireEvent.click(invite());
  await waitFor(() => expect(links()).toHaveLength(1));
  const name = await cell("Username, row 2");
  await waitFor(() => expect(said(name)).toContain("came first"));
  fireEvent.change(name, { target: { value: "bo2" } });
  await waitFor(() => expect(invite().disabled).toBe(false));
});

test("ROL-15 the days that stand above the links are those they were made with, the fewest of them", async () => {
  failing = { 1: 503 };
  await read(`username\n${Array.from({ length: 60 }, (_, number) => `p${number}`).join("\n")}`);
  await waitFor(() => expect(invite().disabled).toBe(false));
  fireEvent.click(invite());
  expect(await screen.findByText("50 links made")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "30 days" }));
  expect(screen.getByText(/^Each link works once, within 7 days/)).toBeDefined();
  await waitFor(() => expect(invite().disabled).toBe(false));
  fireEvent.click(invite());
  expect(await screen.findByText("60 links made")).toBeDefined();
  expect(screen.getByText(/^Each link works once, within 7 days/)).toBeDefined();
});

test("ROL-15 the page asks before it is left with links that nobody kept, and offers no other file", async () => {
  vi.stubGlobal("navigator", Object.assign(navigator, { clipboard: { writeText: async () => undefined } }));
  failing = { 1: 503 };
  const at = await read(`username\n${Array.from({ length: 51 }, (_, number) => `p${number}`).join("\n")}`);
  await waitFor(() => expect(invite().disabled).toBe(false));
  const isAsked = async () => {
    fireEvent.click(screen.getByRole("button", { name: "All people" }));
    await waitFor(() => expect(getToasts()[0]?.message).toMatch(/^Leave without the links\?/));
    expect(at()).toBe("/?file=open");
    expect(screen.queryByRole("button", { name: "Another file" })).toBeNull();
    act(() => clearToasts());
  };
  fireEvent.click(invite());
  expect(await screen.findByText("50 links made")).toBeDefined();
  await isAsked();
  fireEvent.click(screen.getByRole("button", { name: "Copy all" }));
  await waitFor(() => expect(getToasts()[0]?.message).toBe("50 links were copied"));
  act(() => clearToasts());
  // One row has no answer.
  await isAsked();
  fireEvent.click(invite());
  expect(await screen.findByText("51 links made")).toBeDefined();
  await isAsked();
  fireEvent.click(screen.getByRole("button", { name: "Copy link of p50" }));
  expect(await screen.findByRole("button", { name: "Another file" })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "All people" }));
  await waitFor(() => expect(at()).toBe("/"));
});

test("ROL-15 the links are saved as a CSV in which no name is a formula", async () => {
  const saved = vi.fn<(file: Blob) => string>(() => "blob:file");
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined }));
  await read('username,first name\nann,"=HYPERLINK(""x"")"');
  await waitFor(() => expect(invite().disabled).toBe(false));
  fireEvent.click(invite());
  fireEvent.click(await screen.findByRole("button", { name: "Save as CSV" }));
  const text = await saved.mock.calls[0]?.[0].text();
  expect(text).toMatch(/^"name","username","link"\r\n"'=HYPERLINK\(""x""\)","ann","http.*\/invitation#[\w-]{43}"\r\n$/);
  expect(hasUnsaved()).toBe(false);
  expect(getToasts()).toEqual([]);
});

test("ROL-16 an admin is told of a role and a place that they may not give", async () => {
  await read("ann,admin,archive\nbo,annotator,", "admin");
  expect(said(await combo("Role, row 1"))).toBe("Only owners invite people as admin");
  expect(said(await cell("Workspaces, row 2"))).toBe("A workspace of yours is wanted");
});

test.each([
  ["nothing but a header", "username,role\n", "No rows with people were found."],
  ["an open quote", 'ann,"An', "The file is no valid CSV: a quote is never closed."],
  [
    "more people than go at once",
    "ann\n".repeat(1001),
    "1,001 people were found. Up to 1,000 are invited from one file.",
  ],
  ["more bytes than people take", "a".repeat(2 * 1024 * 1024 + 1), /larger than 2 MB/],
])("ROL-15 a file with %s is refused with a sentence", async (_, text, sentence) => {
  await read(text);
  expect(await screen.findByText(sentence)).toBeDefined();
});

test("ROL-15 a folder, or a file that is gone when it is read, is refused with a sentence", async () => {
  await read("");
  const gone = new File(["ann"], "team.csv");
  gone.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotFoundError"));
  fireEvent.change(screen.getByLabelText("Choose a file", { selector: "input" }), { target: { files: [gone] } });
  expect(await screen.findByText("The file could not be read. Choose it again.")).toBeDefined();
});

test("FSE-40 rows that are pasted and not read, mended or not invited yet are asked about before they are left", async () => {
  const address = await read("");
  const box = () => screen.getByRole("textbox", { name: "Or paste the rows" });
  fireEvent.change(box(), { target: { value: "ann\nbo" } });
  expect(hasUnsaved()).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "All people" }));
  await waitFor(() =>
    expect(getToasts().map(({ message }) => message)).toEqual([expect.stringMatching(/not added yet/)]),
  );
  act(() => clearToasts());
  await waitFor(() => expect(document.activeElement).toBe(box()));
  expect(address()).toBe("/?file=open");
  fireEvent.click(screen.getByRole("button", { name: "Read the rows" }));
  fireEvent.click(await screen.findByRole("button", { name: "Another file" }));
  expect(box()).toHaveProperty("value", "ann\nbo");
  fireEvent.click(screen.getByRole("button", { name: "Read the rows" }));
  fireEvent.change(await cell("Username, row 1"), { target: { value: "cy" } });
  expect(screen.queryByRole("button", { name: "Another file" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "All people" }));
  await waitFor(() =>
    expect(getToasts().map(({ message }) => message)).toEqual([expect.stringMatching(/^These rows/)]),
  );
  act(() => getToasts()[0]?.actions?.[0]?.run());
  await waitFor(() => expect(address()).toBe("/"));
});

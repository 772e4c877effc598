import "fake-indexeddb/auto";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keptDraft } from "../../lib/drafts/draft.ts";
import { openKeptWork } from "../../lib/kept-work/kept-work.ts";
import { notePerson, noteRemoved, personHere, removedAccounts } from "../../lib/kept-work/people-here.ts";
import { keepForms, keptForms } from "../../lib/kept-work/typed-work.ts";
import { closeSession, openSession } from "../../lib/session/store.ts";
import { SignInPage } from "./sign-in-page.tsx";
import { WelcomePage } from "./welcome-page.tsx";

const mara = { id: "u1", username: "mara.lind" };
const drafts = openKeptWork("drafts");
const keep = ({ id }: { id: string }, recordId: string) =>
  drafts.change(id, recordId, () =>
    keptDraft({
      family: "feedback",
      recordId,
      datasetId: "d1",
      savedAt: 1000,
      answers: { comment: { value: "typed", untouched: [] } },
    }),
  );

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("fetch", async () => Response.json({ items: [] }));
});
afterEach(() => vi.unstubAllGlobals());

const nothing = () => undefined;
const show = () => render(<SignInPage code={null} onSignedIn={nothing} />);
const showWelcome = () => {
  const space = { user: "mara", space: "field-guide" };
  const page = { space, back: undefined, formLink: <a href="/sign-in">with a username</a>, onNoProvider: nothing };
  return render(<WelcomePage {...page} onSignedIn={nothing} />);
};
const section = async ({ username } = mara) =>
  within(await screen.findByRole("region", { name: `Work of the deleted account ${username}` }));

test("ROL-14 the work of a deleted account is offered at the sign-in page until it is deleted, which asks first", async () => {
  noteRemoved(mara);
  await keep(mara, "r1");
  await keep(mara, "r2");
  await keep({ id: "u2" }, "r3");
  const { unmount } = show();
  expect((await section()).getByText(/^2 records were not sent\./)).toBeDefined();
  expect((await section()).getByRole("button", { name: "Download" })).toBeDefined();
  expect(screen.queryByText(/typed/)).toBeNull();
  fireEvent.click((await section()).getByRole("button", { name: "Delete from this device" }));
  expect((await drafts.all("u1")).size).toBe(2);
  fireEvent.click((await section()).getByRole("button", { name: "It is nowhere else. Delete it for good" }));
  await waitFor(() => expect(screen.queryByText(/deleted account/)).toBeNull());
  expect((await drafts.all("u1")).size).toBe(0);
  expect((await drafts.all("u2")).size).toBe(1);
  expect(removedAccounts()).toEqual([]);
  unmount();
});

test("ROL-14 who was deleted while no page of theirs was open finds it as well, and who signs out is not remembered", async () => {
  await keep(mara, "r1");
  openSession("token");
  notePerson(mara);
  closeSession("removed");
  show();
  expect((await section()).getByText(/^1 record was not sent\./)).toBeDefined();
  openSession("token");
  notePerson(mara);
  closeSession("signed-out");
  expect(personHere()).toBeNull();
});

test("ROL-14 RTE-21 on the welcome page of the hosted platform it is offered as at the sign-in page", async () => {
  await keep(mara, "r1");
  openSession("token");
  notePerson(mara);
  closeSession("removed");
  const { unmount } = showWelcome();
  expect((await section()).getByText(/^1 record was not sent\./)).toBeDefined();
  unmount();
  openSession("token");
  closeSession("signed-out");
  showWelcome();
  expect((await section()).getByRole("button", { name: "Download" }), "also later").toBeDefined();
});

test("ROL-14 of an account without work nothing is said, nor remembered", async () => {
  noteRemoved({ id: "u7", username: "nobody" });
  show();
  await waitFor(() => expect(removedAccounts()).toEqual([]));
  expect(screen.queryByText(/deleted account/)).toBeNull();
});

test("ROL-14 what a deleted account had typed into settings alone is offered as well, and goes when it is deleted", async () => {
  const ilse = { id: "u8", username: "ilse.b" };
  noteRemoved(ilse);
  keepForms("u8", "d1", { guidelines: { form: { text: "# Read slowly" } } });
  let file: Blob | undefined;
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    file = blob as Blob; // the page saves only blobs here
    return "blob:file";
  });
  vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => undefined);
  show();
  expect(
    (await section(ilse)).getByText(/^What was typed into settings, as a rule or for many records was not saved\./),
  ).toBeDefined();
  expect((await section(ilse)).queryByText(/was not sent|were not sent/)).toBeNull();
  fireEvent.click((await section(ilse)).getByRole("button", { name: "Download" }));
  await waitFor(() => expect(file).toBeDefined());
  expect(JSON.parse((await file?.text()) ?? "")).toMatchObject({
    records: [],
    settings: [{ dataset_id: "d1", typed: ["# Read slowly"] }],
  });
  fireEvent.click((await section(ilse)).getByRole("button", { name: "Delete from this device" }));
  fireEvent.click((await section(ilse)).getByRole("button", { name: "It is nowhere else. Delete it for good" }));
  await waitFor(() => expect(screen.queryByText(/deleted account/)).toBeNull());
  expect(keptForms("u8", "d1")).toBeNull();
  vi.restoreAllMocks();
});

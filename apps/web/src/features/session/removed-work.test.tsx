import "fake-indexeddb/auto";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keptDraft } from "../../lib/drafts/draft.ts";
import { openKeptWork } from "../../lib/kept-work/kept-work.ts";
import { notePerson, personHere } from "../../lib/kept-work/person-here.ts";
import { noteRemoved, removedAccounts } from "../../lib/kept-work/removed-accounts.ts";
import { closeSession, openSession } from "../../lib/session/store.ts";
import { SignInPage } from "./sign-in-page.tsx";

const mara = { id: "u1", username: "mara.lind" };
const drafts = openKeptWork("drafts");
const keep = ({ id }: { id: string }, recordId: string) =>
  drafts.change(id, recordId, () =>
    keptDraft({ recordId, datasetId: "d1", savedAt: 1000, answers: { comment: { value: "typed", untouched: [] } } }),
  );

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("fetch", async () => Response.json({ items: [] }));
});
afterEach(() => vi.unstubAllGlobals());

const show = () => render(<SignInPage code={null} onSignedIn={() => undefined} />);
const section = async () =>
  within(await screen.findByRole("region", { name: "Work of the deleted account mara.lind" }));

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

test("ROL-14 of an account without work nothing is said, nor remembered", async () => {
  noteRemoved({ id: "u7", username: "nobody" });
  show();
  await waitFor(() => expect(removedAccounts()).toEqual([]));
  expect(screen.queryByText(/deleted account/)).toBeNull();
});

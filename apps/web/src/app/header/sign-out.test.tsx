import "fake-indexeddb/auto";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { responsesApi } from "../../features/feedback/wire/responses-api.ts";
import { draftsBeside } from "../../lib/drafts/use-drafts.ts";
import { keptRows } from "../../lib/kept-work/kept-values.ts";
import { KEPT, openKeptWork } from "../../lib/kept-work/kept-work.ts";
import { keepForms, keptForms } from "../../lib/kept-work/typed-work.ts";
import { submission } from "../../lib/outbox/browser.fixture.ts";
import { deliverBy, outboxOf } from "../../lib/outbox/use-outbox.ts";
import { signOut } from "../../lib/session/sign-in.ts";
import { closeSession, getSession, openSession, recognise } from "../../lib/session/store.ts";
import { useSignOut } from "./avatar-menu.tsx";

const choosePassword = vi.fn();
function Page() {
  const { ask, question } = useSignOut(signOut, choosePassword);
  return (
    <>
      <button type="button" onClick={ask}>
        Leave
      </button>
      {question}
    </>
  );
}

beforeEach(() => {
  deliverBy(responsesApi);
  vi.stubGlobal("fetch", async () => Response.json({ detail: "no" }, { status: 422 }));
  openSession("token");
  const times = { insertedAt: 1, updatedAt: 1 };
  const names = { firstName: "", lastName: null, username: "mara.lind", apiKey: "", workspaces: [] };
  recognise("token", { id: "u1", role: "annotator", ...names, ...times });
});
afterEach(() => {
  closeSession("signed-out");
  vi.unstubAllGlobals();
});

const type = (recordId: string) =>
  draftsBeside(outboxOf("u1")).change("d1", recordId, { comment: { value: "typed", untouched: [] } });
/** The records whose unsent work the browser keeps. */
const keptRecords = async () => {
  const kept = await Promise.all(KEPT.map((name) => openKeptWork(name).all("u1")));
  return new Set(kept.flatMap((values) => [...values.keys()]));
};
const leave = () => fireEvent.click(screen.getByRole("button", { name: "Leave" }));
const dialog = async () => within(await screen.findByRole("dialog", { name: "Sign out?" }));

test("AUT-12 with everything saved, signing out asks nothing", async () => {
  render(<Page />);
  leave();
  await waitFor(() => expect(getSession().status).toBe("anonymous"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("AUT-12 who has no password and no provider is asked before they lock themselves out, and shown the way", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ set: false, provider: null }));
  render(<Page />);
  leave();
  const question = async () => within(await screen.findByRole("alertdialog", { name: "Sign out without a password?" }));
  fireEvent.click((await question()).getByRole("button", { name: "Choose a password" }));
  expect(choosePassword).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(getSession().status).toBe("signed-in");
  leave();
  fireEvent.click((await question()).getByRole("button", { name: "Sign out all the same" }));
  await waitFor(() => expect(getSession().status).toBe("anonymous"));
});

test.each([
  ["a password", { set: true, provider: null }],
  ["a provider", { set: false, provider: "github" }],
])("AUT-12 who can come back by %s is asked nothing of it", async (_by, password) => {
  vi.stubGlobal("fetch", async (address: string) =>
    Response.json(address.endsWith("/providers") ? { items: [] } : password),
  );
  render(<Page />);
  leave();
  await waitFor(() => expect(getSession().status).toBe("anonymous"));
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("AUT-12 with work left it asks, Cancel stays, and without the tick the work stays on the device", async () => {
  type("r1");
  outboxOf("u1").want(submission("r2"));
  render(<Page />);
  leave();
  expect((await dialog()).getByText(/^The work on 2 records is not saved yet/)).toBeDefined();
  const forget = (await dialog()).getByRole("checkbox", { name: "Forget my work on this device" });
  expect((forget as HTMLInputElement).checked).toBe(false);
  fireEvent.click((await dialog()).getByRole("button", { name: "Cancel" }));
  expect(getSession().status).toBe("signed-in");
  leave();
  fireEvent.click((await dialog()).getByRole("button", { name: "Sign out" }));
  expect(getSession().status).toBe("anonymous");
  await waitFor(async () => expect(await keptRecords()).toEqual(new Set(["r1", "r2"])));
});

test("AUT-12 'Forget my work on this device' signs out and leaves nothing behind", async () => {
  type("r1");
  render(<Page />);
  leave();
  fireEvent.click((await dialog()).getByRole("checkbox", { name: "Forget my work on this device" }));
  await act(async () => fireEvent.click((await dialog()).getByRole("button", { name: "Forget it and sign out" })));
  expect(getSession().status).toBe("anonymous");
  await waitFor(async () => expect(await keptRecords()).toEqual(new Set()));
});

test("AUT-12 what was typed into settings alone is asked about as well, and can be forgotten", async () => {
  keepForms("u1", "d1", { typed: "Half a la" });
  render(<Page />);
  leave();
  expect(
    (await dialog()).getByText(
      /^What you typed into settings, about a file, as a rule or for many records is not saved yet/,
    ),
  ).toBeDefined();
  expect((await dialog()).queryByText(/^The work on/)).toBeNull();
  fireEvent.click((await dialog()).getByRole("checkbox", { name: "Forget my work on this device" }));
  await act(async () => fireEvent.click((await dialog()).getByRole("button", { name: "Forget it and sign out" })));
  await waitFor(() => expect(keptForms("u1", "d1")).toBeNull());
});

test("AUT-12 IMP-111 what was said of a file is asked about as well, stays for its person, and can be forgotten", async () => {
  const imports = keptRows("imports");
  imports.keep("u1", "f1", { version: 1 });
  imports.keep("u2", "f1", { version: 1 });
  render(<Page />);
  leave();
  fireEvent.click((await dialog()).getByRole("checkbox", { name: "Forget my work on this device" }));
  await act(async () => fireEvent.click((await dialog()).getByRole("button", { name: "Forget it and sign out" })));
  await waitFor(() => expect(imports.ids("u1")).toEqual([]));
  expect(imports.ids("u2")).toEqual(["f1"]);
});

import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { uploadQuery } from "../../../lib/api/queries/uploads.ts";
import { getToasts } from "../../../lib/toasts/store.ts";
import { hasUnsaved } from "../../../lib/unsaved.ts";
import { asked, client, FILE, OWN, replies, show, UPLOADS } from "./import-page.fixture.tsx";
import { understood, upload } from "./understood.fixture.ts";

/** What was said of a file outlives the page (IMP-110 to IMP-114). */

const BACK = /^Your changes to the columns are back/;
const rows = () => Object.keys(localStorage).filter((key) => key.startsWith("postil:imports:"));
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const press = async (name: string | RegExp) => fireEvent.click(await button(name));
const nameBox = () => screen.findByLabelText<HTMLInputElement>("Name");
const say = async (name: string) => fireEvent.change(await nameBox(), { target: { value: name } });

/** A reload, or a closed tab that is opened again. */
function reload(file: string | null = FILE.id): void {
  cleanup();
  show(file);
}

test("IMP-110 IMP-113 a reload brings back what was said, says so, and one press starts over, or brings it back", async () => {
  show();
  await say("mine");
  await press(/^channel becomes:/);
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: /^Ignore/ }));
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByText(BACK)).toBeNull();
  reload();
  expect(await screen.findByText(BACK)).toBeDefined();
  expect((await nameBox()).value).toBe("mine");
  expect((await button(/^channel becomes:/)).textContent).toBe("Ignore");
  await press("Start over");
  await waitFor(async () => expect((await nameBox()).value).not.toBe("mine"));
  expect(rows()).toEqual([]);
  await press("Bring my changes back");
  await waitFor(async () => expect((await nameBox()).value).toBe("mine"));
  reload();
  expect((await nameBox()).value).toBe("mine");
  await press("Start over");
  await say("another");
  expect(screen.queryByRole("button", { name: "Bring my changes back" })).toBeNull();
});

test("IMP-110 nothing that is kept is asked about, and the file that was left is gone on with", async () => {
  replies[`GET ${UPLOADS}`] = { body: { items: [FILE] } };
  show();
  await say("mine");
  expect(hasUnsaved()).toBe(false);
  await press("Other file");
  expect(await screen.findByText(/Your changes are kept on this computer\.$/)).toBeDefined();
  expect(getToasts()).toEqual([]);
  await press("Go on with messages.csv");
  expect((await nameBox()).value).toBe("mine");
});

test("IMP-110 a text that is not left yet is said when the page goes", async () => {
  show();
  await press(/How the file is read/);
  const box = await screen.findByLabelText<HTMLInputElement>("Missing values");
  box.focus();
  fireEvent.change(box, { target: { value: "nan" } });
  fireEvent(window, new Event("pagehide"));
  reload();
  await press(/How the file is read/);
  expect((await screen.findByLabelText<HTMLInputElement>("Missing values")).value).toBe("nan");
});

test("IMP-110 a text that is not left yet is said when its box goes, as with Back", async () => {
  show();
  await press(/How the file is read/);
  fireEvent.change(await screen.findByLabelText("Missing values"), { target: { value: "nan" } });
  reload();
  await press(/How the file is read/);
  expect((await screen.findByLabelText<HTMLInputElement>("Missing values")).value).toBe("nan");
});

test("FSE-41 a label that is typed and cannot be added keeps the dataset from being made", async () => {
  show();
  fireEvent.click(within(await screen.findByRole("heading", { level: 3, name: /^intent/ })).getByRole("button"));
  const box = await screen.findByLabelText("Add a label");
  fireEvent.change(box, { target: { value: "card" } });
  fireEvent.blur(box);
  await press("Create dataset");
  expect(await screen.findByText(/^A label is typed and not added yet/)).toBeDefined();
  expect(asked.some(({ call }) => call.endsWith("/import"))).toBe(false);
});

test("IMP-112 what is too much to keep is asked about before it is left", async () => {
  show();
  fireEvent.change(await screen.findByLabelText("Guidelines"), { target: { value: "x".repeat(400_001) } });
  await waitFor(() => expect(hasUnsaved()).toBe(true));
  await press("Other file");
  await waitFor(() => expect(getToasts()).toHaveLength(1));
});

test("IMP-112 what was said goes when the dataset is made, with the file, and when the file is gone", async () => {
  show();
  await say("mine");
  replies[`GET ${OWN}`] = { body: upload({ state: "done", stored: 3, read: 3, total: 3, dataset_id: "d1" }) };
  reload();
  await screen.findByText("records imported");
  expect(rows()).toEqual([]);

  replies[`GET ${OWN}`] = { body: FILE };
  reload();
  await say("mine");
  replies[`GET ${UPLOADS}`] = { body: { items: [FILE] } };
  replies[`DELETE ${OWN}`] = { status: 204, body: null };
  reload(null);
  await press("Forget messages.csv");
  await waitFor(() => expect(rows()).toEqual([]));

  reload();
  await say("mine");
  replies[`GET ${OWN}`] = { status: 404, body: { detail: "Upload not found" } };
  reload();
  await screen.findByText(/This file is not on the server any more.*come back with it\.$/);
  expect(rows()).toHaveLength(1);
  expect(asked.some(({ call }) => call.endsWith("/import"))).toBe(false);
});

test("IMP-114 each file that is still there says how large it is and when it was used last", async () => {
  const ago = new Date(Date.now() - 10 * 60_000 - 1000).toISOString().slice(0, -1);
  replies[`GET ${UPLOADS}`] = { body: { items: [upload({ file: "reviews.csv", bytes: 42_000_000, used_at: ago })] } };
  show(null);
  const row = (await button("Go on with reviews.csv")).closest("li");
  expect(row?.textContent).toContain("42 MB, last used 10 min ago, not imported yet");
});

test("IMP-141 after the server was killed the same file brings back what was said of it", async () => {
  show();
  await say("mine");
  replies[`GET ${OWN}`] = { status: 404, body: { detail: "Upload not found" } };
  reload();
  await screen.findByText(/This file is not on the server any more/);
  const again = upload({ id: "0190f1a0-0000-7000-8000-0000000000f2" });
  replies[`GET ${UPLOADS}/${again.id}`] = { body: again };
  replies[`POST ${UPLOADS}/${again.id}/understand`] = { body: understood() };
  client.setQueryData(uploadQuery(again.id).queryKey, again);
  reload(again.id);
  expect(await screen.findByText(BACK)).toBeDefined();
  expect((await nameBox()).value).toBe("mine");
  const other = upload({ id: "0190f1a0-0000-7000-8000-0000000000f3", bytes: again.bytes + 1 });
  replies[`GET ${UPLOADS}/${other.id}`] = { body: other };
  replies[`POST ${UPLOADS}/${other.id}/understand`] = { body: understood() };
  client.setQueryData(uploadQuery(other.id).queryKey, other);
  reload(other.id);
  expect((await nameBox()).value).not.toBe("mine");
});

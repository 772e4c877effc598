import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { t } from "i18next";
import { beforeEach, expect, test, vi } from "vitest";
import { getToasts } from "../../../lib/toasts/store.ts";
import { hasUnsaved } from "../../../lib/unsaved.ts";
import { LiveRegion } from "../../../ui/screen-reader.tsx";
import { LARGE } from "./beginning.ts";
import { asked, OWN, replies, show, UPLOADS } from "./import-page.fixture.tsx";
import { column, understood, upload } from "./understood.fixture.ts";

/** A large file is understood from its beginning, while the whole of it is on its way (IMP-80 to IMP-83). */

const FIRST = upload({ id: "0190f1a0-0000-7000-8000-0000000000b1", is_beginning: true, bytes: 2 ** 20 });
const OF_FIRST = `${UPLOADS}/${FIRST.id}`;

/** What is sent, in order. A test answers it. */
let sends: FakeRequest[];

class FakeRequest {
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {};
  address = "";
  body: File | null = null;
  isAborted = false;
  status = 0;
  statusText = "";
  responseText = "";
  onload = () => undefined;
  onerror = () => undefined;
  onabort = () => undefined;
  open(_: string, address: string) {
    this.address = address;
  }
  setRequestHeader() {}
  getResponseHeader = () => null;
  send(body: File) {
    this.body = body;
    sends.push(this);
  }
  abort() {
    this.isAborted = true;
    this.onabort();
  }
  answer(status: number, body: unknown) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.onload();
  }
}

const ROW = "Where is my card?,card\n";
const FILE = new File(["message,intent\n", ROW.repeat(LARGE / ROW.length + 1)], "messages.csv");

beforeEach(() => {
  sends = [];
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  replies[`POST ${OF_FIRST}/understand`] = { body: understood({ rows: 7 }) };
  replies[`DELETE ${OF_FIRST}`] = { status: 204, body: null };
});

async function nextSend(at: number): Promise<FakeRequest> {
  await waitFor(() => expect(sends.length).toBeGreaterThan(at));
  const [one] = sends.slice(at);
  if (one === undefined) throw new Error("nothing was sent");
  return one;
}

/** The file is chosen, and its beginning is on the server. */
async function begin(into: string | null = null): Promise<FakeRequest> {
  show(null, into);
  const [input] = await screen.findAllByLabelText("Choose a file", { selector: "input" });
  if (input === undefined) throw new Error("no place for a file");
  fireEvent.change(input, { target: { files: [FILE] } });
  (await nextSend(0)).answer(201, FIRST);
  return nextSend(1);
}

const role = (name: string) => screen.findByRole("button", { name: new RegExp(`^${name} becomes:`) });
const create = () => screen.findByRole("button", { name: "Create dataset" });
const calls = () => asked.map(({ call }) => call);

async function say(name: string, to: string) {
  fireEvent.click(await role(name));
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: new RegExp(`^${to}`) }));
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

test("IMP-80 IMP-81 the beginning is sent first and shown, the whole file follows, and nothing is created before it is read", async () => {
  const whole = await begin();
  const [first] = sends;
  expect(first?.address).toMatch(/\?is_beginning=true&name=messages\.csv$/);
  expect(whole.address).toMatch(/\?name=messages\.csv$/);
  expect(first?.body?.size).toBeLessThanOrEqual(2 ** 20);
  expect(await first?.body?.text()).toMatch(/card\n$/);
  expect(whole.body).toBe(FILE);
  expect((await role("intent")).textContent).toBe("Label question");
  expect(screen.getByText(/What you see is from the first MB/)).toBeDefined();
  expect(screen.getByText("Where is my card? مرحبا 🐦")).toBeDefined();
  expect(screen.queryByText(/7 rows/)).toBeNull();
  expect(screen.getByLabelText("Name")).toHaveProperty("value", "messages");
  whole.upload.onprogress?.({ loaded: FILE.size / 2 });
  await waitFor(() =>
    expect(screen.getByRole("progressbar", { name: "Sent of the whole file" }).getAttribute("aria-valuenow")).toBe(
      "50",
    ),
  );
  expect(hasUnsaved()).toBe(true);
  fireEvent.click(await create());
  expect(within(screen.getByRole("contentinfo")).getByRole("alert").textContent).toContain(
    "has to be here and read first",
  );
  whole.answer(201, upload());
  expect(await screen.findByText(/10 rows, 9.4 MB/)).toBeDefined();
  await waitFor(() => expect(screen.queryByText(/first MB/)).toBeNull());
  await waitFor(() => expect(calls()).toContain(`DELETE ${OF_FIRST}`));
  expect(calls().some((call) => call.endsWith("/import"))).toBe(false);
  expect(within(screen.getByRole("contentinfo")).queryByRole("alert")).toBeNull();
});

test("IMP-82 what the person said holds for the whole file, and a guess that changes is told", async () => {
  const whole = await begin();
  await say("channel", "Ignore");
  const many = column("intent", { kind: "question", type: "text" }, { reason: "2,113 different values: texts" });
  const { columns } = understood();
  replies[`POST ${OWN}/understand`] = {
    body: understood({ columns: columns.map((one) => (one.name === "intent" ? many : one)) }),
  };
  whole.answer(201, upload());
  expect(
    await screen.findByText("Column intent is taken for “Text question” now: 2,113 different values: texts"),
  ).toBeDefined();
  expect(screen.queryByText(/^Column channel/)).toBeNull();
  expect((await role("channel")).textContent).toBe("Ignore");
  // The note comes with the answer; what was said of the other columns follows it.
  expect(await screen.findByRole("button", { name: /^intent becomes: Text question/ })).toBeDefined();
  const last = () => asked.filter(({ call }) => call === `POST ${OWN}/understand`).at(-1)?.body;
  await waitFor(() =>
    expect(last()).toMatchObject({
      columns: [{}, { role: { type: "text" } }, {}, { column: "channel", role: { kind: "ignored" } }],
    }),
  );
});

test("IMP-83 a beginning that the server does not take keeps nothing of the file away", async () => {
  show(null);
  const [input] = await screen.findAllByLabelText("Choose a file", { selector: "input" });
  if (input === undefined) throw new Error("no place for a file");
  fireEvent.change(input, { target: { files: [FILE] } });
  (await nextSend(0)).answer(422, { detail: "You have 100 files here already." });
  const whole = await nextSend(1);
  expect(screen.getByRole("button", { name: "Cancel the upload" })).toBeDefined();
  whole.answer(201, upload());
  expect(await screen.findByText(/10 rows, 9.4 MB/)).toBeDefined();
});

test("IMP-83 a whole file that has no room beside its beginning gets that room", async () => {
  const whole = await begin();
  await role("intent");
  whole.answer(422, { detail: "You have 100 files here already." });
  const again = await nextSend(2);
  expect(calls()).toContain(`DELETE ${OF_FIRST}`);
  expect(again.body).toBe(FILE);
  again.answer(201, upload());
  expect(await screen.findByText(/10 rows, 9.4 MB/)).toBeDefined();
});

test("IMP-83 a whole file that does not arrive says so, and Retry sends it again beside what is shown", async () => {
  const whole = await begin();
  await role("intent");
  whole.answer(507, null);
  expect(await screen.findByText(/disk is full/)).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  const again = await nextSend(2);
  expect(again.body).toBe(FILE);
  expect(await role("intent")).toBeDefined();
  again.answer(201, upload());
  expect(await screen.findByText(/10 rows, 9.4 MB/)).toBeDefined();
});

/** What is done now has lasted so long, s. */
function passes(seconds: number): void {
  const now = Date.now() + seconds * 1000;
  vi.spyOn(Date, "now").mockImplementation(() => now);
}

test("IMP-124 a connection that ends late in a file is told with its time and what to do, one that ends at once as before", async () => {
  const whole = await begin();
  await role("intent");
  whole.upload.onprogress?.({ loaded: FILE.size / 2 });
  passes(60);
  whole.onerror();
  expect(
    await screen.findByText(/ended after 6\d s, with 50 % of the file sent; nothing of it was kept/),
  ).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  const again = await nextSend(2);
  again.upload.onprogress?.({ loaded: FILE.size / 2 });
  again.onerror();
  expect(await screen.findByText(/could not be reached/)).toBeDefined();
});

test("IMP-124 where a proxy ends the reading of a file the server is asked again, which reads on meanwhile", async () => {
  const understand = `POST ${OWN}/understand`;
  let times = 0;
  replies[understand] = () => {
    times++;
    if (times === 1) passes(60);
    return times === 1 ? { status: 504, body: null } : { body: understood() };
  };
  const whole = await begin();
  whole.answer(201, upload());
  expect(await screen.findByText(/10 rows, 9.4 MB/)).toBeDefined();
  expect(times).toBe(2);
});

test("IMP-124 a proxy that refuses at once is asked no more by itself", async () => {
  replies[`POST ${OWN}/understand`] = { status: 504, body: null };
  const whole = await begin();
  whole.answer(201, upload());
  expect(await screen.findByRole("button", { name: "Retry" })).toBeDefined();
  expect(calls().filter((call) => call === `POST ${OWN}/understand`)).toHaveLength(1);
});

test("IMP-83 Other file stops the file that is on its way, and removes its beginning", async () => {
  const whole = await begin();
  await role("intent");
  fireEvent.click(screen.getByRole("button", { name: "Other file" }));
  expect(await screen.findByText("Drop a file here")).toBeDefined();
  expect(whole.isAborted).toBe(true);
  expect(calls()).toContain(`DELETE ${OF_FIRST}`);
});

test("IMP-83 of a beginning that is not understood nothing is told, and the whole file is shown", async () => {
  replies[`POST ${OF_FIRST}/understand`] = { status: 500, body: { detail: "Something broke." } };
  const whole = await begin();
  await waitFor(() => expect(calls()).toContain(`POST ${OF_FIRST}/understand`));
  expect(await screen.findByRole("progressbar", { name: "Sent of the whole file" })).toBeDefined();
  expect(screen.queryByText("Something broke.")).toBeNull();
  whole.answer(201, upload());
  expect((await role("intent")).textContent).toBe("Label question");
  expect(screen.queryByText(/^Column /)).toBeNull();
});

test("IMP-83 Other file asks first when something was said of the beginning", async () => {
  const whole = await begin();
  await say("channel", "Ignore");
  fireEvent.click(screen.getByRole("button", { name: "Other file" }));
  const [toast] = getToasts();
  expect(toast?.message).toBe(t("importing.leave.message"));
  expect(whole.isAborted).toBe(false);
  toast?.actions?.[0]?.run();
  expect(await screen.findByText("Drop a file here")).toBeDefined();
  expect(whole.isAborted).toBe(true);
});

test("IMP-80 IMP-81 records for a dataset that is there are shown from the beginning too; nothing is tried before the whole file is read", async () => {
  const times = { inserted_at: "2026-01-01T00:00:00", updated_at: "2026-01-01T00:00:00" };
  const dataset = {
    ...{ id: "d1", name: "bank-messages", guidelines: null, allow_extra_metadata: false, status: "ready" },
    ...{ workspace_id: "w1", last_activity_at: times.updated_at, ...times },
  };
  const parts = { dataset, fields: [], questions: [], metadata: [], vectors: [], columns: [] };
  replies["GET /api/postil/v1/datasets/d1/add-target"] = { body: parts };
  const body = column("body", { kind: "ignored" }, { fills: { kind: "id", name: null } });
  replies[`POST ${OF_FIRST}/understand`] = { body: understood({ columns: [body], dataset: null, records: [] }) };
  await begin("d1");
  expect(await screen.findByText(/What you see is from the first MB/)).toBeDefined();
  expect(await screen.findByRole("button", { name: /body/ })).toBeDefined();
  expect(asked.find(({ call }) => call === `POST ${OF_FIRST}/understand`)?.body).toMatchObject({
    into: { dataset_id: "d1" },
  });
  fireEvent.click(await screen.findByRole("button", { name: "See what happens" }));
  expect(within(screen.getByRole("contentinfo")).getByRole("alert").textContent).toContain("has to be here");
  expect(calls().some((call) => call.endsWith("/add"))).toBe(false);
});

test("IMP-81 IMP-05 screen readers hear that the file has come, and that its records are being stored", async () => {
  render(<LiveRegion />);
  const whole = await begin();
  const heard = () => document.querySelector("[data-live-region]")?.textContent;
  expect(heard()).toContain("Sending messages.csv");
  replies[`GET ${OWN}`] = { body: upload({ state: "storing", read: 140_000, total: 140_000, stored: 3000 }) };
  whole.answer(201, upload());
  await waitFor(() => expect(heard()).toContain("messages.csv is on the server."));
  await waitFor(() => expect(heard()).toContain("Storing the records."));
});

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeSession, openSession } from "../../lib/session/store.ts";
import { clearToasts } from "../../lib/toasts/store.ts";
import SnapshotsTab from "./snapshots-tab.tsx";

const HASH = "0123456789abcdef".repeat(4);
const taken = {
  ...{ taken_at: "2026-01-02T00:00:00", records: 1200, answers: 3, position: 7, bytes: 5000, hash: HASH, server: null },
};
const snapshot = (id: string, name: string, more: object = {}) => ({
  ...{ id, name, by: "mara", asked_at: "2026-01-01T00:00:00", taken, progress: { done: 0, total: null }, error: null },
  ...more,
});
const counts = { before: 3, after: 3, added: 0, gone: 0 };
const COMPARISON = {
  records: { before: 1200, after: 1199, added: 0, gone: 1 },
  questions: [
    {
      ...{ name: "mood", ...counts, changed: 1, more: 2 },
      labels: [{ label: "good", ...counts, before: 3, after: 2, changed_to: 0, changed_from: 1 }],
    },
  ],
  items: [
    {
      ...{ id: "r1", external_id: null, text: "A storm", is_there: false, all: 2 },
      changes: [{ question: "mood", by: "ben", before: "good", after: null }],
    },
  ],
  differing: 140,
};

type Answer = { readonly status?: number; readonly body: unknown };
let answers: { [call: string]: Answer };
let sent: string[];

beforeEach(() => {
  sent = [];
  answers = { "GET /api/postil/v1/snapshots": { body: { items: [] } } };
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const [path = ""] = address.split("?");
    const call = `${init.method ?? "GET"} ${path}`;
    sent.push(`${call} ${String(init.body ?? address.split("?")[1] ?? "")}`.trim());
    const { status = 200, body } = answers[call] ?? { status: 404, body: { detail: "none" } };
    return status === 204 ? new Response(null, { status }) : Response.json(body, { status });
  });
  openSession(`token-${Math.random()}`);
});
afterEach(() => {
  closeSession("signed-out");
  clearToasts();
});

function show(...items: object[]) {
  answers["GET /api/postil/v1/snapshots"] = { body: { items } };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SnapshotsTab datasetId="d1" name="letters" workspace="archive" says="feedback" kind="Feedback" />
    </QueryClientProvider>,
  );
}
/** As it is read, without the marks around names. */
const textOf = (element: Element | null) => element?.textContent?.replaceAll(/[\u2066-\u2069]/g, "") ?? "";
const rowOf = async (name: string) => (await screen.findByText(name)).closest("tr") as HTMLElement; // it is in a table
async function choose(name: string, action: string) {
  fireEvent.click(within(await rowOf(name)).getByRole("button", { name: /What to do with/ }));
  fireEvent.click(await screen.findByRole("menuitem", { name: action }));
}

test("ERR-19 a snapshot whose reply was lost stands in the list, and no word asks to try again at once", async () => {
  show();
  fireEvent.click(await screen.findByRole("button", { name: "Take a snapshot" }));
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "v1" } });
  answers["GET /api/postil/v1/snapshots"] = { body: { items: [snapshot("s1", "v1")] } };
  vi.stubGlobal("fetch", lost(fetch));
  fireEvent.click(screen.getByRole("button", { name: "Take it" }));
  expect(textOf(await screen.findByRole("alert"))).toBe(
    "The server did not answer. Nothing is known to have changed; look again before you repeat it.",
  );
  expect(await rowOf("v1")).toBeDefined();
});

/** Writes are done, and their replies are lost. */
const lost =
  (served: typeof fetch): typeof fetch =>
  async (...call) => {
    const reply = await served(...call);
    if (call[1]?.method === "POST") throw new TypeError("Failed to fetch");
    return reply;
  };

test("SNP-04 each snapshot says when it was taken, by whom and what is in it, or how far it is, or why it was not", async () => {
  show(
    snapshot("s3", "third", { taken: null, progress: { done: 500, total: 1200 } }),
    snapshot("s2", "second", { taken: null, error: "the disk is full." }),
    snapshot("s1", "first"),
  );
  expect(textOf(await rowOf("first"))).toMatch(/mara1,20030123456789ab$/);
  expect(textOf(await rowOf("second"))).toContain("Not taken: the disk is full.");
  expect(textOf(await rowOf("third"))).toContain("500 of 1,200 records");
});

test("SNP-04 SNP-11 a snapshot is taken under a name, and a refusal stands at the name", async () => {
  show();
  await screen.findByText("No snapshot yet");
  fireEvent.click(screen.getByRole("button", { name: "Take a snapshot" }));
  const take = () => screen.getByRole("button", { name: "Take it" });
  expect(take()).toHaveProperty("disabled", true);
  answers["POST /api/postil/v1/snapshots"] = {
    status: 409,
    body: { detail: "The dataset has a snapshot `v1` already" },
  };
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: " v1 " } });
  fireEvent.click(take());
  expect(textOf(await screen.findByRole("alert"))).toBe("The dataset has a snapshot “v1” already");
  answers["POST /api/postil/v1/snapshots"] = { status: 201, body: snapshot("s1", "v2", { taken: null }) };
  answers["GET /api/postil/v1/snapshots"] = { body: { items: [snapshot("s1", "v2")] } };
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "v2" } });
  fireEvent.click(take());
  expect(textOf(await rowOf("v2"))).toContain("1,200");
  expect(sent).toContain('POST /api/postil/v1/snapshots {"dataset_id":"d1","name":"v1"}');
});

test("SNP-09 a snapshot is compared with the dataset as it is now, and with another one", async () => {
  answers["GET /api/postil/v1/snapshots/s1/comparison"] = { body: COMPARISON };
  show(snapshot("s2", "second"), snapshot("s1", "first"));
  await choose("first", "Compare");
  const table = await screen.findByRole("table", { name: "Answers by question and label" });
  expect(
    within(table)
      .getAllByRole("row")
      .map(({ textContent }) => textContent),
  ).toEqual(["Question and labelBeforeAddedChangedGoneAfter", "mood30103", "good30-102", "2 more labels"]);
  screen.getByText("Records: 1,200 before, 1,199 after, 0 added, 1 gone");
  screen.getByText("The first 1 of 140");
  expect(textOf(screen.getByText("A storm").closest("li"))).toMatch(
    /deletedmood, .*ben.*: .*good.* → .*no answer.*and 1 more/,
  );
  fireEvent.click(screen.getByRole("button", { name: "To: The dataset now" }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "second" }));
  await vi.waitFor(() => expect(sent).toContain("GET /api/postil/v1/snapshots/s1/comparison with=s2"));
});

test("PGS-93 of several servers the list names the one that has the file, and so does a refusal of another one", async () => {
  const detail = "The file of this snapshot is not on the server";
  const elsewhere = { asked: "first server", has: "second server" };
  answers["GET /api/postil/v1/snapshots/s1/comparison"] = { status: 422, body: { detail, elsewhere } };
  answers["POST /api/postil/v1/snapshots/s1/export/size"] = { status: 422, body: { detail, elsewhere } };
  show(snapshot("s1", "first", { taken: { ...taken, server: "second server" } }));
  const name = (await screen.findByText("first")).closest("b");
  expect(name?.title).toContain("on the server “second server”");
  await choose("first", "Compare");
  const says = /is on the server “second server”, and “first server” answered\. Try again/;
  expect(textOf(await screen.findByRole("alert"))).toMatch(says);
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await choose("first", "Export");
  await waitFor(() => expect(textOf(screen.getByRole("alert"))).toMatch(says));
});

test("SNP-09 of two equal snapshots it only says that no answer differs, and a button closes it", async () => {
  const records = { before: 1200, after: 1200, added: 0, gone: 0 };
  const body = { ...COMPARISON, records, items: [], differing: 0 };
  answers["GET /api/postil/v1/snapshots/s1/comparison"] = { body };
  show(snapshot("s1", "first"));
  await choose("first", "Compare");
  await screen.findByText("No answer differs.");
  expect(screen.queryByRole("table", { name: "Answers by question and label" })).toBeNull();
  expect(screen.queryByText(/^Records:/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await vi.waitFor(() => expect(screen.queryByText("No answer differs.")).toBeNull());
});

test("SNP-04 a snapshot is deleted after a question, also if somebody else was faster", async () => {
  show(snapshot("s1", "first"));
  await choose("first", "Delete");
  expect(textOf(screen.getByRole("alertdialog"))).toContain("It is gone for good.");
  answers["GET /api/postil/v1/snapshots"] = { body: { items: [] } };
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  await screen.findByText("No snapshot yet");
  expect(sent).toContain("DELETE /api/postil/v1/snapshots/s1");
});

test("FSE-42 the typed name of a snapshot is let go of by the second Escape alone", async () => {
  show();
  await screen.findByText("No snapshot yet");
  fireEvent.click(screen.getByRole("button", { name: "Take a snapshot" }));
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "v1" } });
  fireEvent.keyDown(screen.getByLabelText("Name"), { key: "Escape" });
  expect(screen.getByText(/^What you entered here is not saved/)).toBeDefined();
  fireEvent.keyDown(screen.getByLabelText("Name"), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

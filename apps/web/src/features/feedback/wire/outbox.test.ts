import { waitFor } from "@testing-library/react";
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { quiet, submission } from "../../../lib/outbox/browser.fixture.ts";
import { deliverBy, latestOutbox, outboxOf } from "../../../lib/outbox/use-outbox.ts";
import { closeSession, openSession, recognise } from "../../../lib/session/store.ts";
import { hasUnsaved } from "../../../lib/unsaved.ts";
import { responsesApi } from "./responses-api.ts";

deliverBy(responsesApi);

/** The requests of the page and their responses. */
const sent: { method: string; path: string; body: unknown; shown: string | null }[] = [];
let answer: () => Response | Promise<Response>;

const RESPONSE = {
  id: "a1",
  record_id: "r1",
  user_id: "u1",
  status: "submitted",
  values: { topic: { value: "a" } },
  inserted_at: "2026-11-21T10:00:00",
  updated_at: "2026-11-21T10:00:00.000001",
};
const reply = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

beforeEach(() => {
  sent.length = 0;
  answer = () => reply(RESPONSE, 201);
  vi.stubGlobal("fetch", async (address: string, { method, body, headers }: RequestInit) => {
    const shown = new Headers(headers).get("x-postil-shown-ms");
    sent.push({ method: method ?? "GET", path: address, body: body ? JSON.parse(String(body)) : undefined, shown });
    return answer();
  });
});
afterEach(() => closeSession("signed-out"));

function signIn(id: string): void {
  openSession(`token of ${id}`);
  const times = { insertedAt: 1, updatedAt: 1 };
  const names = { firstName: "", lastName: null, username: id, apiKey: "", workspaces: [] };
  recognise(`token of ${id}`, { id, role: "annotator", ...names, ...times });
}

const settled = () => waitFor(() => expect(latestOutbox()?.state().entries.size).toBe(0));

test("FRS-03 FRS-04 FRS-09 FBU-04 what goes over the wire for each call", async () => {
  signIn("u1");
  const outbox = outboxOf("u1");
  await quiet();
  outbox.want({ ...submission("r1"), shownFor: 1234.5 });
  await settled();
  expect(sent.at(-1)).toEqual({
    method: "POST",
    path: "/api/v1/records/r1/responses",
    body: { status: "submitted", values: { topic: { value: "a" } } },
    shown: "1235",
  });

  const base = { id: "a1", status: "submitted", values: null, updatedAt: 1 } as const;
  answer = () => reply({ ...RESPONSE, status: "discarded", values: null });
  outbox.want({ ...submission("r1"), intent: { kind: "save", status: "discarded", values: null }, base });
  await settled();
  const update = {
    method: "PUT",
    path: "/api/v1/responses/a1",
    body: { status: "discarded", values: null, postil_seen: "1970-01-01T00:00:00.000001" },
    shown: null,
  };
  expect(sent.at(-1)).toEqual(update);

  outbox.want({ ...submission("r1"), intent: { kind: "remove" }, base });
  await settled();
  expect(sent.at(-1)).toMatchObject({
    method: "DELETE",
    path: "/api/v1/responses/a1?postil_seen=1970-01-01T00%3A00%3A00.000001",
  });

  answer = () =>
    sent.at(-1)?.path === "/api/v1/me/responses/bulk"
      ? reply({ items: [{ item: RESPONSE, error: null }] })
      : reply({ detail: "Response already exists" }, 409);
  outbox.want(submission("r1"));
  await settled();
  expect(sent.at(-1)).toMatchObject({
    method: "POST",
    path: "/api/v1/me/responses/bulk",
    body: { items: [{ record_id: "r1", status: "submitted", values: { topic: { value: "a" } }, postil_seen: null }] },
  });
});

test("FRS-15 FBU-05 what the bulk call refuses for one item is the server's last word", async () => {
  signIn("u1");
  const outbox = outboxOf("u1");
  await quiet();
  answer = () =>
    sent.at(-1)?.path.endsWith("/bulk")
      ? reply({ items: [{ item: null, error: { detail: "undefined label" } }] })
      : reply({ detail: "Response already exists" }, 409);
  outbox.want(submission("r1"));
  await waitFor(() => expect(outbox.entryOf("r1")?.failure?.detail).toBe("undefined label"));
  outbox.abandon("r1");
  await outbox.kept();
});

test("ERR-10 ERR-11 the browser asks before the page is left as long as an answer is not confirmed", async () => {
  signIn("u1");
  const outbox = outboxOf("u1");
  await quiet();
  let arrive = () => {};
  answer = () =>
    new Promise((resolve) => {
      arrive = () => resolve(reply(RESPONSE, 201));
    });
  outbox.want(submission("r1"));
  expect(hasUnsaved()).toBe(true);
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  await waitFor(() => expect(sent).toHaveLength(1));
  arrive();
  await settled();
  expect(hasUnsaved()).toBe(false);
});

test.each([
  ["refused for what it says", 422, { detail: "undefined label" }],
  ["about a record that is gone", 404, { detail: "not there" }],
])(
  "ERR-10 ERR-11 an answer that is %s is kept, and the browser does not ask before the page is left",
  async (_, status, body) => {
    signIn("u1");
    const outbox = outboxOf("u1");
    await quiet();
    answer = () => reply(body, status);
    outbox.want(submission("r1"));
    await waitFor(() => expect(outbox.entryOf("r1")?.failure ?? null).not.toBeNull());
    expect(hasUnsaved()).toBe(false);
    outbox.abandon("r1");
    await outbox.kept();
  },
);

test("AUT-09 AUT-11 AUT-12 a 401 ends the session; its answers wait for the same user and for nobody else", async () => {
  signIn("u1");
  const outbox = outboxOf("u1");
  await quiet();
  answer = () => reply({ detail: { code: "argilla.api.errors::UnauthorizedError", params: {} } }, 401);
  outbox.want(submission("r1"));
  await waitFor(() => expect(outbox.stopped()).toBe(true));
  expect(hasUnsaved()).toBe(false);
  // The page stays open for a moment. It also keeps the work done in that time.
  outbox.want(submission("r2"));
  await outbox.kept();

  answer = () => reply(RESPONSE, 201);
  signIn("u2");
  await latestOutbox()?.ready;
  expect(latestOutbox()?.userId).toBe("u2");
  expect(latestOutbox()?.state().entries.size).toBe(0);

  sent.length = 0;
  signIn("u1");
  await waitFor(() => expect(sent.map(({ path }) => path)).toHaveLength(2));
  await settled();
  expect(sent.map(({ path }) => path).sort()).toEqual(["/api/v1/records/r1/responses", "/api/v1/records/r2/responses"]);
});

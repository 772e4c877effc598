import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** Tokens of one session begin alike (docs/contract/own.md, Sessions). */
const HEAD = "h".repeat(101);
const [OLD, NEW] = [`${HEAD}.old`, `${HEAD}.new`];
const RENEWAL = "/api/postil/v1/session/renewal";

let sent: { readonly address: string; readonly token: string | null; readonly body: unknown }[];
let renewal: () => Response;
let streamed: (token: string | null) => Response;

const expired = () =>
  Response.json({ detail: { params: { detail: "Invalid token", expired: true } } }, { status: 401 });

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  sent = [];
  renewal = () => Response.json({ access_token: NEW, token_type: "bearer" });
  streamed = (token) => (token === OLD ? expired() : new Response('{"id":1}\n'));
  vi.stubGlobal("fetch", async (address: string, { headers, body }: RequestInit) => {
    const token = new Headers(headers).get("authorization")?.replace("Bearer ", "") ?? null;
    sent.push({ address, token, body });
    return address === RENEWAL ? renewal() : streamed(token);
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A page in use with an expired token. */
async function openPage() {
  const store = await import("../session/store.ts");
  await import("./manager-routes.ts");
  const { openStream } = await import("./open-stream.ts");
  store.openSession(OLD);
  const params = { dataset_id: "0b8b6f1e-0000-4000-8000-000000000001" };
  const open = (signal = new AbortController().signal) =>
    openStream("exportDataset", { params, body: { format: "csv" } }, signal);
  return { ...store, open };
}
const streams = () => sent.filter(({ address }) => address !== RENEWAL);

test("AUT-09 AUT-11 a stream that finds the token past its end renews it once, asks the same again and goes on", async () => {
  const { open, getSession } = await openPage();
  expect(await (await open()).text()).toBe('{"id":1}\n');
  expect(sent.map(({ token }) => token)).toEqual([OLD, OLD, NEW]);
  expect(sent.filter(({ address }) => address === RENEWAL)).toHaveLength(1);
  const [first, again] = streams();
  expect(again).toEqual({ ...first, token: NEW });
  expect(getSession()).toMatchObject({ token: NEW });
});

test("AUT-11 a stream that is refused with the new token as well is not asked a third time", async () => {
  const { open } = await openPage();
  streamed = expired;
  await expect(open()).rejects.toMatchObject({ status: 401 });
  expect(streams()).toHaveLength(2);
});

test("AUT-09 a stream that is refused because the session has ended ends it here too, with its reason", async () => {
  const { open, getSession } = await openPage();
  streamed = () => Response.json({ detail: { params: { ended: "role" } } }, { status: 401 });
  await expect(open()).rejects.toMatchObject({ status: 401 });
  expect(sent).toHaveLength(1);
  expect(getSession()).toEqual({ status: "anonymous", ended: true, why: "role" });
});

test("API-15 what ends a stream before it begins is told as it is: aborted, unreachable, refused", async () => {
  const { open } = await openPage();
  const controller = new AbortController();
  streamed = () => {
    controller.abort();
    throw new TypeError("aborted");
  };
  await expect(open(controller.signal)).rejects.toMatchObject({ name: "AbortError" });
  streamed = () => {
    throw new TypeError("no network");
  };
  await expect(open()).rejects.toMatchObject({ status: null });
  streamed = () => Response.json({ detail: "no" }, { status: 403 });
  await expect(open()).rejects.toMatchObject({ status: 403 });
});

import { createHmac } from "node:crypto";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { VERSION } from "../version.ts";
import { type Addresses, InsideNetwork } from "./addresses.ts";

/** How long a receiver may take to answer. */
export const RECEIVER_MS = 20_000;
/** So much of an answer is read, in bytes, and so much of it is kept, in characters. */
const READ_BYTES = 4096;
const KEPT_CHARACTERS = 500;

export type Outcome = {
  /** Null: there was no answer. */
  readonly status: number | null;
  /** The beginning of the answer, or why there was none. */
  readonly answer: string;
};

type Posted = {
  readonly url: string;
  readonly id: string;
  readonly secret: string;
  readonly body: Uint8Array;
  readonly addresses: Addresses;
  readonly patienceMs: number;
  /** Aborted when the server ends. */
  readonly ended: AbortSignal;
};

/** Sends one event, signed as Standard Webhooks says (HOK-05). Redirects are not followed. */
export async function postEvent({ url, id, secret, body, addresses, patienceMs, ended }: Posted): Promise<Outcome> {
  if (!addresses.mayCall(url)) return { status: null, answer: INSIDE };
  const timestamp = String(Math.floor(Date.now() / 1000));
  const late = AbortSignal.timeout(patienceMs);
  const request = (new URL(url).protocol === "https:" ? requestHttps : requestHttp)(url, {
    method: "POST",
    // Each connection is checked.
    agent: false,
    lookup: addresses.lookup,
    signal: AbortSignal.any([late, ended]),
    headers: {
      "content-type": "application/json",
      "content-length": body.byteLength,
      "user-agent": `Postil/${VERSION}`,
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": signatureOf(secret, id, timestamp, body),
    },
  });
  return new Promise((resolve) => {
    request.on("error", (error) => resolve({ status: null, answer: reasonOf(error, late.aborted) }));
    // An answer of 101 ends without an error.
    const unanswered = () => resolve({ status: null, answer: CLOSED });
    request.on("close", unanswered);
    request.on("response", (response) => {
      request.off("close", unanswered);
      const status = response.statusCode ?? null;
      const parts: Buffer[] = [];
      let bytes = 0;
      const done = () => {
        resolve({ status, answer: beginningOf(Buffer.concat(parts)) });
        request.destroy();
      };
      response.on("data", (part: Buffer) => {
        parts.push(part.subarray(0, READ_BYTES - bytes));
        bytes += part.length;
        if (bytes >= READ_BYTES) done();
      });
      response.on("close", done);
      response.on("error", done);
    });
    request.end(body);
  });
}

const CLOSED = "The connection was closed before an answer";
const INSIDE = "The address is inside the server's own network, and POSTIL_WEBHOOKS_PRIVATE does not allow it";

function signatureOf(secret: string, id: string, timestamp: string, body: Uint8Array): string {
  const hmac = createHmac("sha256", Buffer.from(secret, "base64"));
  return `v1,${hmac.update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
}

function reasonOf(error: NodeJS.ErrnoException, isLate: boolean): string {
  if (error instanceof InsideNetwork) return INSIDE;
  if (isLate) return "No answer in time";
  return KNOWN[error.code ?? ""] ?? `No answer: ${error.message}`.slice(0, KEPT_CHARACTERS);
}

const KNOWN: { readonly [code: string]: string } = {
  ECONNREFUSED: "Nothing answers at this address",
  ECONNRESET: CLOSED,
  EHOSTUNREACH: "The address cannot be reached",
  ENETUNREACH: "The address cannot be reached",
};

/** Without characters that would change how the rest is shown. */
const beginningOf = (bytes: Uint8Array): string =>
  new TextDecoder()
    .decode(bytes)
    .replace(/\p{C}+/gu, " ")
    .trim()
    .slice(0, KEPT_CHARACTERS)
    .toWellFormed();

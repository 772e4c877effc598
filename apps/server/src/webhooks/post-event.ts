import { createHmac } from "node:crypto";
import * as http from "node:http";
import * as https from "node:https";
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

type Called = {
  readonly url: string;
  readonly secret: string;
  readonly addresses: Addresses;
  readonly patienceMs: number;
  /** Aborted when the server ends. */
  readonly ended: AbortSignal;
};

type Line = {
  /** Sends one event, signed as Standard Webhooks says (HOK-05). Redirects are not followed. */
  post(id: string, body: Buffer): Promise<Outcome>;
  close(): void;
};

/** A connection to a receiver, for events one after the other. Each connection is checked when it is made. */
export function openLine({ url, secret, addresses, patienceMs, ended }: Called): Line {
  const to = new URL(url);
  const { request: start, Agent } = to.protocol === "https:" ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const key = Buffer.from(secret, "base64");
  const may = addresses.mayCall(url);

  const postOnce = (id: string, body: Buffer) =>
    new Promise<Outcome | typeof STALE>((resolve) => {
      const timestamp = String(Math.floor(Date.now() / 1000));
      const request = start(to, {
        method: "POST",
        agent,
        lookup: addresses.lookup,
        headers: {
          "content-type": "application/json",
          "content-length": body.byteLength,
          "user-agent": `Postil/${VERSION}`,
          "webhook-id": id,
          "webhook-timestamp": timestamp,
          "webhook-signature": signatureOf(key, id, timestamp, body),
        },
      });
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        request.destroy();
      }, patienceMs);
      const end = () => request.destroy();
      ended.addEventListener("abort", end);
      const settle = (outcome: Outcome | typeof STALE) => {
        clearTimeout(timer);
        ended.removeEventListener("abort", end);
        resolve(outcome);
      };
      const unanswered = (error: NodeJS.ErrnoException | null) => {
        // The receiver closed the connection after an earlier event.
        if (request.reusedSocket && !isLate && !ended.aborted) settle(STALE);
        else settle({ status: null, answer: isLate ? LATE : error ? reasonOf(error) : CLOSED });
      };
      request.on("error", unanswered);
      // An answer of 101 ends without an error.
      const closed = () => unanswered(null);
      request.on("close", closed);
      request.on("response", (response) => {
        request.off("close", closed).off("error", unanswered);
        const status = response.statusCode ?? null;
        const parts: Buffer[] = [];
        let bytes = 0;
        const done = () => {
          settle({ status, answer: beginningOf(Buffer.concat(parts)) });
          // It answered before it read everything: the next event needs another connection.
          if (!request.writableFinished) request.destroy();
        };
        request.on("error", done);
        response.on("data", (part: Buffer) => {
          parts.push(part.subarray(0, READ_BYTES - bytes));
          bytes += part.length;
          if (bytes >= READ_BYTES) request.destroy();
        });
        response.on("end", done);
        response.on("close", done);
        response.on("error", done);
      });
      request.end(body);
    });
  return {
    post: async (id, body) => {
      if (!may) return { status: null, answer: INSIDE };
      for (;;) {
        const outcome = await postOnce(id, body);
        if (outcome !== STALE) return outcome;
      }
    },
    close: () => agent.destroy(),
  };
}

/** Another connection is needed. It is new, so this happens once for an event. */
const STALE = Symbol();
const LATE = "No answer in time";
const CLOSED = "The connection was closed before an answer";
const INSIDE = "The address is inside the server's own network, and POSTIL_WEBHOOKS_PRIVATE does not allow it";

function signatureOf(key: Buffer, id: string, timestamp: string, body: Uint8Array): string {
  const hmac = createHmac("sha256", key);
  return `v1,${hmac.update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error instanceof InsideNetwork) return INSIDE;
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

import { queryEntries, type Values } from "@postil/contract/call";
import type { Method } from "@postil/contract/route";
import { t } from "i18next";
import { underBase } from "../base-path.ts";
import { connection } from "../connection/connection.ts";
import { stillHere } from "../leaving-page.ts";
import { ApiFailure } from "./failure.ts";

/** Default time limit of a request, ms. */
export const DEFAULT_TIMEOUT = 60_000;

export type Outgoing = {
  readonly method: Method;
  /** Absolute path of the API: `/api/...`. */
  readonly address: string;
  readonly body?: unknown;
  readonly encoding?: "json" | "form" | "bytes" | undefined;
  readonly headers: { readonly [name: string]: string };
  readonly signal: AbortSignal | undefined;
  /** ms */
  readonly timeout: number;
  /** The one status that is a success. Without it every 2xx is a success. */
  readonly success?: number | undefined;
};

/**
 * Sends a request and reads the reply's JSON; null for an empty reply. Throws an `ApiFailure` for every other outcome, except
 * an abort by the caller: that error is rethrown unchanged.
 */
export async function send(request: Outgoing): Promise<unknown> {
  const response = await exchange(request);
  const body = await bodyOf(response, request.signal);
  if (request.success === undefined ? response.ok : response.status === request.success) return body;
  const { status, statusText, headers } = response;
  throw new ApiFailure(status, body, statusText || `HTTP ${status}`, undefined, headers.get("retry-after"));
}

async function exchange({ method, address, body, encoding, headers, signal, timeout }: Outgoing): Promise<Response> {
  const limit = AbortSignal.timeout(timeout);
  const init: RequestInit = {
    method,
    headers: { accept: "application/json", ...contentType(body, encoding), ...headers },
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    // A short write, such as setting a flag, then still arrives if the page reloads at once. Browsers limit the size of
    // bodies, so only writes without a body use it.
    keepalive: method !== "GET" && body === undefined,
  };
  if (body !== undefined) init.body = encoding === "form" ? queryEntries(body as Values) : JSON.stringify(body); // forms are objects
  const reply = fetch(underBase(address), init).catch(async (error: unknown) => {
    await stillHere();
    throw error;
  });
  return connection.follow(reply, signal).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw new ApiFailure(null, null, t(limit.aborted ? "errors.http.late" : "errors.http.noReply"), error);
  });
}

function contentType(body: unknown, encoding: Outgoing["encoding"]): { readonly [name: string]: string } {
  // For a form the browser sets it, with its charset.
  return body === undefined || encoding === "form" ? {} : { "content-type": "application/json" };
}

/** The JSON of a reply. A failed reply without JSON (such as a proxy's page) counts as a reply without a body. */
async function bodyOf(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    const text = await response.text();
    return text === "" ? null : parseReply(text);
  } catch (error) {
    await stillHere();
    signal?.throwIfAborted();
    if (!response.ok) return null;
    throw new ApiFailure(null, null, t("errors.http.unreadable"), error);
  }
}

type Revive = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
/** TypeScript does not yet know the third argument of a reviver, which holds the source text. */
const parse = JSON.parse as (text: string, revive?: Revive) => unknown;

/** A whole number with 16 or more digits may be above 2^53. Fractions are skipped: vectors and scores contain many of them. */
const MAY_ROUND = /[:,[\s-]\d{16,}(?![\d.eE])/;

/** Parses JSON without losing digits. A whole number that does not fit into a number becomes a bigint (FFI-28). */
export const parseReply = (text: string): unknown => (MAY_ROUND.test(text) ? parse(text, exactly) : parse(text));

const exactly: Revive = (_key, value, { source }) =>
  typeof value === "number" && !Number.isSafeInteger(value) && source && /^-?\d+$/.test(source)
    ? BigInt(source)
    : value;

import type { Readable } from "node:stream";
import type { Asked, Route } from "@postil/contract/route";
import { stringifySetCookie } from "cookie";
import { type HandlerContext, ReplyWith, WrittenReply } from "./handler.ts";

/** A handler of any route. The types do not check that it gets the input of its own route. */
export type AnyHandler = (asked: Asked<Route>, context: HandlerContext) => Promise<unknown>;

type ReplyHeaders = { readonly [name: string]: string | readonly string[] };

/** A reply that is ready to send. The body is text or UTF-8 bytes; null means no body. */
export type Answer = { readonly status: number; readonly json: string | Uint8Array<ArrayBuffer> | null };
/** A reply with its headers and stream. */
export type FullAnswer = Answer & { readonly headers: ReplyHeaders; readonly stream: Readable | null };

/** Turns the result of a handler into the reply of its route. */
export function answerOf(route: Route, result: unknown): FullAnswer {
  const [usual] = Object.keys(route.replies);
  if (result instanceof WrittenReply) return { status: Number(usual), json: result.json, headers: {}, stream: null };
  const { status = Number(usual), body, more } = result instanceof ReplyWith ? result : { body: result, more: {} };
  const { headers = {}, cookies = [], redirect, stream = null } = more;
  const carried: ReplyHeaders = {
    ...headers,
    ...(redirect === undefined ? {} : { location: redirect }),
    ...(cookies.length === 0 ? {} : { "set-cookie": cookies.map((cookie) => stringifySetCookie(cookie)) }),
  };
  const hasBody = status !== 204 && stream === null && redirect === undefined;
  return { status, json: hasBody ? JSON.stringify(body) : null, headers: carried, stream };
}

import type { Readable } from "node:stream";
import type { Asked, Route } from "@postil/contract/route";
import { stringifySetCookie } from "cookie";
import { type HandlerContext, ReplyWith, WrittenReply } from "./handler.ts";

/** A handler where all routes are treated alike: that it takes what its own route asks for is beyond the types there. */
export type AnyHandler = (asked: Asked<Route>, context: HandlerContext) => Promise<unknown>;

type ReplyHeaders = { readonly [name: string]: string | readonly string[] };

/** A reply as it goes out, its body as text or as UTF-8; null: no body. */
export type Answer = { readonly status: number; readonly json: string | Uint8Array<ArrayBuffer> | null };
/** A reply with all it carries. */
export type FullAnswer = Answer & { readonly headers: ReplyHeaders; readonly stream: Readable | null };

/** What a handler returned, as the reply of its route. */
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

import type { Readable } from "node:stream";
import type { Asked, Reply, Route } from "@postil/contract/route";
import type { RouteName, Routes } from "@postil/contract/routes";
import type { User, Workspace } from "@postil/domain/accounts/users";
import { Refusal } from "@postil/domain/refusal";
import type { Micros } from "@postil/domain/time";
import { type SetCookie, stringifySetCookie } from "cookie";
import type { Streams } from "../export/streams.ts";
import type { Caller, RequestOrigin, Store } from "../storage/store.ts";
import type { KnownCaller, Shown } from "../usecases/accounts/find-caller.ts";
import type { Reads, Writes } from "../usecases/registry.ts";

/** The caller of a request, and where the request comes from. */
export type Requester = {
  readonly caller: Caller | null;
  readonly user: User | null;
  /** The credentials that identify the caller; null where the call needs none. */
  readonly shown: Shown | null;
  /** The time at which the credentials expire if they are not renewed; null if they do not expire. */
  readonly until: Micros | null;
  /** The caller's workspaces, oldest first; all of them for an owner. */
  readonly workspaces: readonly Workspace[];
  readonly address: string;
  readonly from: RequestOrigin;
  /** The origin of this server as the client sees it: from the request, or from a trusted proxy. */
  readonly origin: string;
};

/** A file that is sent as a body: it is read while it comes. */
export type Content = {
  /** Its length, if the client says it. */
  readonly bytes: number | null;
  readonly parts: AsyncIterable<Uint8Array>;
};

/** The context of one request, without its own parameters. */
export type HandlerContext = Requester & {
  /** The body of a call that takes a file; null for all others, and for an empty body. */
  readonly content: Content | null;
  /** Aborted when the client has left before the answer: long work for it is stopped. */
  readonly left: AbortSignal;
};

/** Parts of a reply besides its body, or instead of it. The route's `carries` lists them too. */
type More = {
  readonly headers?: { readonly [name: string]: string };
  readonly cookies?: readonly SetCookie[];
  /** The address that the client goes to next. */
  readonly redirect?: string;
  readonly stream?: Readable;
};

/** A reply that is more than a body with the route's first status. */
export class ReplyWith<T> {
  readonly body: T;
  readonly status: number | undefined;
  readonly more: More;
  constructor(body: T, { status, ...more }: More & { readonly status?: number }) {
    this.body = body;
    this.status = status;
    this.more = more;
  }
}

/** A body that is already JSON in UTF-8. The writer guarantees its types. */
export class WrittenReply {
  readonly json: Uint8Array<ArrayBuffer>;
  readonly headers: { readonly [name: string]: string };
  constructor(json: Uint8Array<ArrayBuffer>, headers: WrittenReply["headers"] = {}) {
    this.json = json;
    this.headers = headers;
  }
}

/** The reply of a call without a body, when its work is done. */
export const noBody = (work: Promise<unknown>): Promise<null> => work.then(() => null);

/** Handles one call: takes input that is already read and checked, and returns the body of the reply in wire names. */
type Handler<N extends RouteName> = (
  asked: Asked<Routes[N]>,
  context: HandlerContext,
) => Promise<Reply<Routes[N]> | ReplyWith<Reply<Routes[N]>> | WrittenReply>;

export type Handlers = { readonly [N in RouteName]: Handler<N> };

export type PostilStore = Store<Reads, Writes, Streams>;

/** A handler of any route. The types do not check that it gets the input of its own route. */
export type AnyHandler = (asked: Asked<Route>, context: HandlerContext) => Promise<unknown>;

type ReplyHeaders = { readonly [name: string]: string | readonly string[] };

/** A reply that is ready to send. The body is text or UTF-8 bytes; null means no body. */
export type Answer = { readonly status: number; readonly json: string | Uint8Array<ArrayBuffer> | null };
type FullAnswer = Answer & { readonly headers: ReplyHeaders; readonly stream: Readable | null };

/** Turns the result of a handler into the reply of its route. */
export function answerOf(route: Route, result: unknown): FullAnswer {
  const [usual] = Object.keys(route.replies);
  if (result instanceof WrittenReply)
    return { status: Number(usual), json: result.json, headers: result.headers, stream: null };
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

/** The caller of a call that needs a known caller. The types do not know which calls do. */
export function signedIn({ caller, user, workspaces, until }: HandlerContext): KnownCaller {
  if (!caller || !user) throw new Refusal("unauthorized", "Could not validate credentials");
  return { caller, user, workspaces, until };
}

import type { Readable } from "node:stream";
import type { Asked, Reply } from "@postil/contract/route";
import type { RouteName, Routes } from "@postil/contract/routes";
import type { User, Workspace } from "@postil/domain/accounts/users";
import type { Micros } from "@postil/domain/time";
import type { SetCookie } from "cookie";
import type { Streams } from "../export/streams.ts";
import type { Caller, RequestOrigin, Store } from "../storage/store.ts";
import type { Shown } from "../usecases/accounts/find-caller.ts";
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

/** The context of one request, without its own parameters. */
export type HandlerContext = Requester & {
  /** Aborted when the client has left before the answer: long work for it is stopped. */
  readonly left: AbortSignal;
};

/** Parts of a reply besides its body, or instead of it. The route's `carries` lists them too. */
export type More = {
  readonly headers?: { readonly [name: string]: string };
  readonly cookies?: readonly SetCookie[];
  /** The address that the client goes to next. */
  readonly redirect?: string;
  /** The body as a stream. */
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
  constructor(json: Uint8Array<ArrayBuffer>) {
    this.json = json;
  }
}

/** Handles one call: takes input that is already read and checked, and returns the body of the reply in wire names. */
export type Handler<N extends RouteName> = (
  asked: Asked<Routes[N]>,
  context: HandlerContext,
) => Promise<Reply<Routes[N]> | ReplyWith<Reply<Routes[N]>> | WrittenReply>;

export type Handlers = { readonly [N in RouteName]: Handler<N> };

export type PostilStore = Store<Reads, Writes, Streams>;

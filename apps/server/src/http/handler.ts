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

/** Who asks, and from where. */
export type Requester = {
  readonly caller: Caller | null;
  readonly user: User | null;
  /** By what they are known; null of whoever need not be. */
  readonly shown: Shown | null;
  /** When that ends by itself, if it does and is not renewed. */
  readonly until: Micros | null;
  /** The caller's workspaces, oldest first; all of them for an owner. */
  readonly workspaces: readonly Workspace[];
  readonly address: string;
  readonly from: RequestOrigin;
  /** Where this server is for whoever asks, as the request says it or a proxy that is trusted. */
  readonly origin: string;
};

/** What one request brings besides its own parameters. */
export type HandlerContext = Requester & {
  /** Aborted when whoever asked is gone before the answer: what takes long for them is ended. */
  readonly left: AbortSignal;
};

/** What a reply carries beside its body, or in its place; the route's `carries` says so too. */
export type More = {
  readonly headers?: { readonly [name: string]: string };
  readonly cookies?: readonly SetCookie[];
  /** Where to go on. */
  readonly redirect?: string;
  /** The body, part by part. */
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

/** A body that is written already: JSON as UTF-8, of which the types are the writer's. */
export class WrittenReply {
  readonly json: Uint8Array<ArrayBuffer>;
  constructor(json: Uint8Array<ArrayBuffer>) {
    this.json = json;
  }
}

/** One call: from what was asked, already read and checked, to the body of the reply in the wire's names. */
export type Handler<N extends RouteName> = (
  asked: Asked<Routes[N]>,
  context: HandlerContext,
) => Promise<Reply<Routes[N]> | ReplyWith<Reply<Routes[N]>> | WrittenReply>;

export type Handlers = { readonly [N in RouteName]: Handler<N> };

export type PostilStore = Store<Reads, Writes, Streams>;

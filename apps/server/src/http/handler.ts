import type { Asked, Reply } from "@postil/contract/route";
import type { RouteName, Routes } from "@postil/contract/routes";
import type { User, Workspace } from "@postil/domain/accounts/users";
import type { Caller, Store } from "../storage/store.ts";
import type { Reads, Writes } from "../usecases/registry.ts";

/** Who asks, and from where. */
export type Visitor = {
  readonly caller: Caller | null;
  readonly user: User | null;
  /** The caller's workspaces, oldest first; all of them for an owner. */
  readonly workspaces: readonly Workspace[];
  readonly address: string;
};

/** What one request brings besides its own parameters. */
export type Visit = Visitor & {
  /** Aborted when whoever asked is gone before the answer: what takes long for them is ended. */
  readonly left: AbortSignal;
};

/** A reply with another status than the route's first. */
export class WithStatus<T> {
  readonly status: number;
  readonly body: T;
  constructor(status: number, body: T) {
    this.status = status;
    this.body = body;
  }
}

/** One call: from what was asked, already read and checked, to the body of the reply in the wire's names. */
export type Handler<N extends RouteName> = (
  asked: Asked<Routes[N]>,
  visit: Visit,
) => Promise<Reply<Routes[N]> | WithStatus<Reply<Routes[N]>>>;

export type Handlers = { readonly [N in RouteName]: Handler<N> };

export type PostilStore = Store<Reads, Writes>;

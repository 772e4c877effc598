import { type Actor, isManager, isMember, isOwner, mayGiveAccess } from "@postil/domain/accounts/policies";
import { Refusal } from "@postil/domain/refusal";
import { byteLength } from "@postil/domain/text/characters";
import { type Micros, timeToText } from "@postil/domain/time";
import type { SelectQueryBuilder } from "kysely";
import type { Caller, Context, HasDb } from "../storage/store.ts";
import type { Tables } from "../storage/tables.ts";
import { operatorAsCaller } from "./accounts/operator.ts";

/** Who may call, and the refusals that all areas share, with the texts of the contract (api-v1 1.3, 2). */

type By = Pick<Context, "caller">;

export const forbidden = (): Refusal => new Refusal("forbidden", "Operation not allowed");

/** Use cases that need a known caller call this first. */
export function requireCaller({ caller }: By): Caller {
  if (!caller) throw new Refusal("unauthorized", "Could not validate credentials");
  return caller;
}

/** The caller, if `may` allows it. */
export function requireThat(by: By, may: (actor: Actor) => boolean): Caller {
  const caller = requireCaller(by);
  if (!may(caller)) throw forbidden();
  return caller;
}

export const requireOwner = (by: By): Caller => requireThat(by, isOwner);

export const requireMember = (by: By, workspaceId: string): Caller =>
  requireThat(by, (actor) => isMember(actor, workspaceId));

export const requireManager = (by: By, workspaceId: string): Caller =>
  requireThat(by, (actor) => isManager(actor, workspaceId));

/** The caller, who must have an account. */
export function requireAccount(by: By): Caller {
  const caller = requireCaller(by);
  if (caller.key === 0) throw forbidden();
  return caller;
}

/** An expiring key cannot give access that lasts longer than the key (AUT-32). `until`: its end; null: it has none. */
export function refuseLongerAccess(caller: Caller, until: Micros | null): void {
  if (mayGiveAccess(caller, until)) return;
  const expires = timeToText(caller.expiringKey?.until ?? 0);
  throw new Refusal(
    "unprocessable",
    `This API key expires at ${expires} UTC and cannot give access that lasts longer; sign in to do so`,
  );
}

type Taken = { executeTakeFirst(): Promise<unknown> };

/**
 * Refuses something that exists already: a name, a membership. The check reads first and inserts later, so what it asks for is
 * locked (`Locks.name`). The unique indexes would also keep the rows correct, but their error tells the user nothing.
 */
export async function refuseTaken(
  { db }: HasDb,
  parts: readonly string[],
  taken: Taken,
  refusal: () => Refusal,
): Promise<void> {
  await db.lock.name(parts);
  if ((await taken.executeTakeFirst()) !== undefined) throw refusal();
}

/** Refuses one more row if there are `most` already. */
export async function refuseMore<T extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, T, object>,
  most: number,
  detail: string,
): Promise<void> {
  const { count } = await rows.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  if (count >= most) throw new Refusal("unprocessable", detail);
}

/** The limit for one kind of part in a dataset: the number, and the total size in bytes (API-39). */
type WholeBound = { readonly what: string; readonly count: number; readonly bytes: number };

/** Refuses a part that would exceed the limit. The part that it replaces does not count. */
export function refuseBeyond(
  { what, count, bytes }: WholeBound,
  there: Pick<WholeBound, "count" | "bytes">,
  texts: readonly (string | null)[],
  before: readonly (string | null)[] = [],
): void {
  const isNew = before.length === 0;
  if (isNew && there.count >= count)
    throw new Refusal("unprocessable", `A dataset has at most ${count} ${what}, and this one has as many`);
  const found = there.bytes + sumOf(texts) - sumOf(before);
  if (found <= bytes || (!isNew && found <= there.bytes)) return;
  throw new Refusal("unprocessable", `All ${what} of a dataset have at most ${bytes} bytes, found ${found}`);
}

const sumOf = (texts: readonly (string | null)[]): number =>
  texts.reduce((sum, text) => sum + (text === null ? 0 : byteLength(text)), 0);

type MayBeFilled = { readonly workspace_id: string; readonly import_id: string | null };

/** API-49: only managers of the workspace see a dataset while it is being filled. */
export const isSeen = ({ caller }: By, { import_id, workspace_id }: MayBeFilled): boolean =>
  import_id === null || (caller !== null && isManager(caller, workspace_id));

/** For others the dataset is unknown, and only the import writes into it, so its deletion deletes nobody's answers. */
export function refuseUnfinished(context: Context, row: MayBeFilled, missing: () => Refusal): void {
  if (!isSeen(context, row)) throw missing();
  if (row.import_id === null || !context.writes || context.caller?.id === operatorAsCaller.id) return;
  if (context.caller?.fills === row.import_id) return;
  throw new Refusal(
    "unprocessable",
    "This dataset is being imported. Nothing in it can be changed until all of it is there.",
  );
}

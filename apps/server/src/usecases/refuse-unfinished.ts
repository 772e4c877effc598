import { isManager } from "@postil/domain/accounts/policies";
import { Refusal } from "@postil/domain/refusal";
import type { Context } from "../storage/store.ts";
import { isOperator } from "./accounts/operator.ts";

type MayBeFilled = { readonly workspace_id: string; readonly import_id: string | null };

/** API-49: a dataset that is being filled is there for those who manage datasets alone. */
export const isSeen = ({ caller }: Pick<Context, "caller">, { import_id, workspace_id }: MayBeFilled): boolean =>
  import_id === null || (caller !== null && isManager(caller, workspace_id));

/**
 * To others it is as unknown as one that is not there, and the import alone writes into it: so nobody has answered in what is
 * taken back.
 */
export function refuseUnfinished(context: Context, row: MayBeFilled, missing: () => Refusal): void {
  if (!isSeen(context, row)) throw missing();
  if (row.import_id === null || !context.writes || isOperator(context.caller)) return;
  throw new Refusal(
    "unprocessable",
    "This dataset is being imported. Nothing in it can be changed until all of it is there.",
  );
}

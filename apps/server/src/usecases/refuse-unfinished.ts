import { isManager } from "@postil/domain/accounts/policies";
import { Refusal } from "@postil/domain/refusal";
import type { Context } from "../storage/store.ts";
import { isOperator } from "./accounts/operator.ts";

type MayBeFilled = { readonly workspace_id: string; readonly import_id: string | null };

/** API-49: only managers of the workspace see a dataset while it is being filled. */
export const isSeen = ({ caller }: Pick<Context, "caller">, { import_id, workspace_id }: MayBeFilled): boolean =>
  import_id === null || (caller !== null && isManager(caller, workspace_id));

/**
 * For others the dataset counts as unknown, and only the import writes into it. So a deletion of the import never deletes
 * anybody's answers.
 */
export function refuseUnfinished(context: Context, row: MayBeFilled, missing: () => Refusal): void {
  if (!isSeen(context, row)) throw missing();
  if (row.import_id === null || !context.writes || isOperator(context.caller)) return;
  throw new Refusal(
    "unprocessable",
    "This dataset is being imported. Nothing in it can be changed until all of it is there.",
  );
}

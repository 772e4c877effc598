import { Refusal } from "@postil/domain/refusal";
import { viewQuery } from "@postil/domain/search/saved-views";
import { taskViewQuery } from "@postil/domain/tasks/task-address";
import type { Context } from "../../storage/store.ts";
import { refuseTaken } from "../refuse-taken.ts";

/** What a view is of. `id`: of a task dataset `workspace.name`. */
export type ViewedDataset = { readonly key: number; readonly id: string; readonly family: "feedback" | "task" };

type Named = {
  readonly dataset: Omit<ViewedDataset, "family">;
  readonly userKey: number;
  readonly name: string;
  /** The view that may have the name. */
  readonly except?: string;
};

/** A user's names of views are unique in a dataset. */
export async function refuseTakenViewName({ db }: Context, named: Named): Promise<void> {
  const { dataset, userKey, name, except } = named;
  await refuseTaken(
    db
      .selectFrom("saved_view")
      .select("id")
      .where("dataset_key", "=", dataset.key)
      .where("user_key", "=", userKey)
      .where("name", "=", name)
      .$if(except !== undefined, (query) => query.where("id", "!=", except ?? "")),
    () => new Refusal("conflict", `View with name \`${name}\` already exists for dataset with id \`${dataset.id}\``),
  );
}

/** How the page of each family reads the query of its address. */
const KEPT = { feedback: viewQuery, task: taskViewQuery } as const;
const WANTING = {
  feedback: "A view needs a status, a search, a filter or a sort",
  task: "A view needs a search, a filter or a sort",
} as const;

/** What a view keeps of a query; refuses what shows no other records than a page opened without one. */
export function keptQuery({ family }: Pick<ViewedDataset, "family">, query: string): string {
  const kept = KEPT[family](query);
  if (kept === "") throw new Refusal("unprocessable", WANTING[family]);
  return kept;
}

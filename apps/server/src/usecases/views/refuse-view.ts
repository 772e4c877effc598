import { Refusal } from "@postil/domain/refusal";
import { viewQuery } from "@postil/domain/search/saved-views";
import type { Context } from "../../storage/store.ts";
import { refuseTaken } from "../refuse-taken.ts";

type Named = {
  readonly datasetKey: number;
  readonly datasetId: string;
  readonly userKey: number;
  readonly name: string;
  /** The view that may have the name. */
  readonly except?: string;
};

/** A user's names of views are unique in a dataset. */
export async function refuseTakenViewName({ db }: Context, named: Named): Promise<void> {
  const { datasetKey, datasetId, userKey, name, except } = named;
  await refuseTaken(
    db
      .selectFrom("saved_view")
      .select("id")
      .where("dataset_key", "=", datasetKey)
      .where("user_key", "=", userKey)
      .where("name", "=", name)
      .$if(except !== undefined, (query) => query.where("id", "!=", except ?? "")),
    () => new Refusal("conflict", `View with name \`${name}\` already exists for dataset with id \`${datasetId}\``),
  );
}

/** What a view keeps of a query; refuses what shows no other records than a page opened without one. */
export function keptQuery(query: string): string {
  const kept = viewQuery(query);
  if (kept === "") throw new Refusal("unprocessable", "A view needs a status, a search, a filter or a sort");
  return kept;
}

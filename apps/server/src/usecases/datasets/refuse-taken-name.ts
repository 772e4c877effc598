import { Refusal } from "@postil/domain/refusal";
import type { Context } from "../../storage/store.ts";
import { refuseTaken } from "../refuse-taken.ts";

/** Names of datasets are unique in their workspace (contract api-v1 10.2). */
export async function refuseTakenName({ db }: Context, workspaceId: string, name: string): Promise<void> {
  await refuseTaken(
    db.selectFrom("dataset").select("key").where("workspace_id", "=", workspaceId).where("name", "=", name),
    () =>
      new Refusal("conflict", `Dataset with name \`${name}\` already exists for workspace with id \`${workspaceId}\``),
  );
}

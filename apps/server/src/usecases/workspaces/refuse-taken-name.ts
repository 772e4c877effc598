import { Refusal } from "@postil/domain/refusal";
import type { Context } from "../../storage/store.ts";
import { refuseTaken } from "../refuse-taken.ts";

/** Refuses a name that a workspace has already. */
export const refuseTakenName = ({ db }: Context, name: string): Promise<void> =>
  refuseTaken(
    db.selectFrom("workspace").select("id").where("name", "=", name),
    () => new Refusal("conflict", `Workspace name \`${name}\` is not unique`, { type: "Workspace", name }),
  );

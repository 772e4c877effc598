import { type Actor, isManager, isOwner } from "@postil/domain/accounts/policies";
import type { JobRow } from "../../storage/job-rows.ts";

/** Who manages the workspace its dataset is or was in; where that is not known, owners. */
export const mayManageJob = (actor: Actor, { workspace_id }: Pick<JobRow, "workspace_id">): boolean =>
  workspace_id === null ? isOwner(actor) : isManager(actor, workspace_id);

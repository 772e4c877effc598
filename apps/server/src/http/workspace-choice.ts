import type { Workspace } from "@postil/domain/entities";
import { Refusal } from "@postil/domain/refusal";
import type { Visit } from "./handler.ts";

/**
 * The workspaces a list of task datasets is about: the named one, without a name all of the caller's (DSL-03). 404 for
 * one that is unknown or not the caller's.
 */
export function chosenWorkspaces(visit: Visit, name: string | null): readonly Workspace[] {
  if (!name) return visit.workspaces;
  const chosen = visit.workspaces.filter((workspace) => workspace.name === name);
  if (chosen.length > 0) return chosen;
  throw new Refusal("not_found", `Workspace with name \`${name}\` not found`, { type: "Workspace", name });
}

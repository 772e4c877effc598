import type { Workspace } from "@postil/domain/entities";
import { Refusal } from "@postil/domain/refusal";
import type { Visit } from "./handler.ts";

/**
 * The workspaces a call on task datasets is about: the one that the parameter, else a header names, otherwise all of the
 * caller's (API-03, DSL-03). An empty name means all. 404 for one that is unknown or not the caller's.
 */
export function chosenWorkspaces(visit: Visit, parameter: string | undefined): readonly Workspace[] {
  const name = parameter ?? visit.workspaceHeader ?? "";
  if (name === "") return visit.workspaces;
  const chosen = visit.workspaces.filter((workspace) => workspace.name === name);
  if (chosen.length > 0) return chosen;
  throw new Refusal("not_found", `Workspace with name \`${name}\` not found`, { type: "Workspace", name });
}

import { WORKSPACE_NAME, WORKSPACE_NAME_RULE } from "@postil/domain/datasets/names";
import { StartFailure } from "../start-failure.ts";

/** A name that a workspace is to have. */
export function newWorkspaceName(word: string): string {
  if (WORKSPACE_NAME.pattern.test(word)) return word;
  throw new StartFailure(`"${word}" is no name of a workspace: ${WORKSPACE_NAME_RULE}.`);
}

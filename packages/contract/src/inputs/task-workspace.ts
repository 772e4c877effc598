import { z } from "zod";
import { text } from "../wire/leaf.ts";
import { last } from "../wire/shape.ts";

/** How a call on task datasets names its workspace: the parameter wins, then ours, then the header of 1.x clients (API-03). */
export const WorkspaceQuery = z.object({ workspace: last(text().optional()) });
export const WorkspaceHeaders = z.object({
  "x-postil-workspace": text().optional(),
  "x-argilla-workspace": text().optional(),
});

export type NamesWorkspace = {
  readonly query: z.output<typeof WorkspaceQuery>;
  readonly headers: z.output<typeof WorkspaceHeaders>;
};

/** The name that counts; null when none is given. */
export const workspaceNamed = ({ query, headers }: NamesWorkspace): string | null =>
  query.workspace ?? headers["x-postil-workspace"] ?? headers["x-argilla-workspace"] ?? null;

import { z } from "zod";
import { text } from "../wire/leaf.ts";
import { last } from "../wire/shape.ts";

/**
 * The workspace of a call on task datasets: the parameter wins, then our header, then the header of 1.x clients
 * (API-03).
 */
export const WorkspaceQuery = z.object({ workspace: last(text().optional()) });
export const WorkspaceHeaders = z.object({
  "x-postil-workspace": text().optional(),
  "x-argilla-workspace": text().optional(),
});

export type NamesWorkspace = {
  readonly query: z.output<typeof WorkspaceQuery>;
  readonly headers: z.output<typeof WorkspaceHeaders>;
};

/** The name that is used; null if none is given. */
export const workspaceNamed = ({ query, headers }: NamesWorkspace): string | null =>
  query.workspace ?? headers["x-postil-workspace"] ?? headers["x-argilla-workspace"] ?? null;

import { TASKS } from "@postil/domain/datasets/dataset-links";
import { z } from "zod";
import { bool, integer, oneOf, text } from "../wire/leaf.ts";
import { inside, last, list } from "../wire/shape.ts";
import { showAs } from "../wire/shown.ts";
import { WireTaskQuery, WireTaskSort } from "./task-query.ts";
import { WorkspaceQuery } from "./task-workspace.ts";

/** Searching, loading and deleting the records of a task dataset (contract api-v0 rows 27 to 29, 32 and 33). */

/** A task as a parameter of a path. */
export const ANY_TASK = `(${TASKS.join("|")})` as "(TextClassification|TokenClassification|Text2Text)"; // the words of TASKS
export const TaskPath = z.object({ name: text(), task: oneOf(TASKS) });

const MOST_RECORDS = 1000;
const FURTHEST = 10_000;

export const TaskSearchParameters = WorkspaceQuery.extend({
  limit: last(integer({ ge: 0, le: MOST_RECORDS }).default(50)),
  from: last(integer({ ge: 0, le: FURTHEST }).default(0)),
  include_metrics: last(bool.default(false)),
});

export const TaskSearchBody = z.object({ query: WireTaskQuery.optional(), sort: WireTaskSort.optional() }).optional();

export const TaskScanParameters = WorkspaceQuery.extend({
  limit: last(integer({ ge: 0, le: MOST_RECORDS }).default(0)),
});

/** Most paths of parts of a document; a record has only a few. */
const MOST_PATHS = 100;

export const TaskScanBody = z
  .object({
    query: WireTaskQuery.nullish(),
    next_idx: text().nullish(),
    fields: list(text(), { max: MOST_PATHS }).nullish(),
    sort_by: WireTaskSort.optional(),
    next_page_cfg: text().nullish(),
  })
  .optional();

export const TaskDeletionParameters = WorkspaceQuery.extend({ mark_as_discarded: last(bool.default(false)) });

const Wrapped = z.object({ query: WireTaskQuery });
const isWrapped = (body: unknown): boolean =>
  typeof body === "object" && body !== null && "query" in body && typeof body.query === "object" && body.query !== null;

/** The query alone, or as a member of an object: a client sends that form after the first one was refused. */
export const TaskDeletionBody = showAs(
  z
    .unknown()
    .transform((body, ctx) =>
      isWrapped(body) ? inside(Wrapped, body, ctx).query : inside(WireTaskQuery, body ?? {}, ctx),
    ),
  WireTaskQuery,
);

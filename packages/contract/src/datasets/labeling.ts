import { RESPONSE_STATUSES } from "@postil/domain/records/labeled-record";
import { MOST_FLAGS } from "@postil/domain/records/record-preview";
import { VIEW_NAME, VIEW_QUERY } from "@postil/domain/search/saved-views";
import { CHANGED_PARTS } from "@postil/domain/tasks/record-history";
import { TASK_STATUSES } from "@postil/domain/tasks/task-record";
import { z } from "zod";
import { route } from "../route.ts";
import { inWorkspace, WorkspaceHeaders, WorkspaceQuery } from "../tasks/datasets.ts";
import { integer, text } from "../wire/leaf.ts";
import { id, int, itemsOf, stamps, time } from "../wire/replies.ts";
import { last, nonNull } from "../wire/shape.ts";

export const WireFlag = z.object({ record_id: id, preview: z.string(), flagged_at: time });
export type WireFlag = z.output<typeof WireFlag>;

/** `record_id`: the id as text. */
const WireTaskFlag = WireFlag.extend({ record_id: z.string() });

const person = z.object({ id, username: z.string() }).nullable();
const status = z.enum(RESPONSE_STATUSES).nullable();

export const WireHistoryEntry = z.object({
  id: int,
  at: time,
  /** Null: the user is deleted. */
  actor: person,
  author: person,
  /** Null: there was no response before, or there is none after. */
  status_before: status,
  status_after: status,
  shown_ms: int.nullable(),
  answers: z.array(
    z.object({
      question_name: z.string(),
      question_title: z.string(),
      written: z.boolean(),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
});
export type WireHistoryEntry = z.output<typeof WireHistoryEntry>;

const state = z.object({ status: z.enum(TASK_STATUSES), annotation: z.string().nullable() });

/** A step of a task record. */
export const WireTaskHistoryEntry = z.object({
  id: int,
  at: time,
  actor: person,
  /** Null: the record was new. */
  before: state.nullable(),
  after: state,
  changed: z.array(z.enum(CHANGED_PARTS)),
});
export type WireTaskHistoryEntry = z.output<typeof WireTaskHistoryEntry>;

export const WireSavedView = z.object({
  id,
  name: z.string(),
  query: z.string(),
  /** `workspace.name` for a task dataset. */
  dataset_id: z.string(),
  ...stamps,
});
export type WireSavedView = z.output<typeof WireSavedView>;

/** Records flagged for later, each user's own: Postil's own. */

const FlagsPage = z.object({
  offset: last(integer({ ge: 0 }).default(0)),
  limit: last(integer({ ge: 1, le: MOST_FLAGS }).default(50)),
});

export const flagRoutes = {
  listMyFlags: route("GET", "/api/postil/v1/me/datasets/:dataset_id/flags", "member", {
    summary: "The records of a dataset that the caller has flagged, the latest first",
    query: FlagsPage,
    replies: { 200: z.object({ items: z.array(WireFlag), total: int }) },
  }),
  flagRecord: route("PUT", "/api/postil/v1/me/records/:record_id/flag", "member", {
    summary: "Flag a record for later",
    replies: { 200: WireFlag },
  }),
  unflagRecord: route("DELETE", "/api/postil/v1/me/records/:record_id/flag", "member", {
    summary: "Take the caller's flag off a record",
  }),
  listMyTaskFlags: route("GET", "/api/postil/v1/me/task-datasets/:name/flags", "member", {
    summary: "The records of a task dataset that the caller has flagged, the latest first",
    query: WorkspaceQuery.extend(FlagsPage.shape),
    headers: WorkspaceHeaders,
    replies: { 200: z.object({ items: z.array(WireTaskFlag), total: int }) },
  }),
  flagTaskRecord: route("PUT", "/api/postil/v1/me/task-datasets/:name/records/:id/flag", "member", {
    summary: "Flag a record of a task dataset for later",
    ...inWorkspace,
    replies: { 200: WireTaskFlag },
  }),
  unflagTaskRecord: route("DELETE", "/api/postil/v1/me/task-datasets/:name/records/:id/flag", "member", {
    summary: "Take the caller's flag off a record of a task dataset",
    ...inWorkspace,
  }),
};

/** The history of records: Postil's own. */

const HistoryPage = z.object({
  /** The id of the last entry on the previous page. */
  before: last(integer({ ge: 1 }).optional()),
  limit: last(integer({ ge: 1, le: 100 }).default(20)),
});

export const historyRoutes = {
  getRecordHistory: route("GET", "/api/postil/v1/records/:record_id/history", "member", {
    summary: "The changes of a record's responses, the latest first: one's own, for managers everybody's",
    query: HistoryPage,
    replies: { 200: z.object({ items: z.array(WireHistoryEntry), more: z.boolean() }) },
  }),
  getTaskRecordHistory: route("GET", "/api/postil/v1/task-datasets/:name/records/:id/history", "member", {
    summary: "What was done to a record of a task dataset, the latest first",
    query: WorkspaceQuery.extend(HistoryPage.shape),
    headers: WorkspaceHeaders,
    replies: { 200: z.object({ items: z.array(WireTaskHistoryEntry), more: z.boolean() }) },
  }),
};

/** Named views of a dataset's records, each user's own: Postil's own. */

const name = text({ ...VIEW_NAME, trim: true });
const query = text({ ...VIEW_QUERY, strict: true });

export const savedViewRoutes = {
  listMyViews: route("GET", "/api/postil/v1/me/datasets/:dataset_id/views", "member", {
    summary: "The caller's saved views of a dataset",
    replies: { 200: itemsOf(WireSavedView) },
  }),
  createView: route("POST", "/api/postil/v1/me/datasets/:dataset_id/views", "member", {
    conflicts: true,
    summary: "Save a view: the query of the annotation page's address, under a name",
    body: z.object({ name, query }),
    replies: { 201: WireSavedView },
  }),
  listMyTaskViews: route("GET", "/api/postil/v1/me/task-datasets/:name/views", "member", {
    summary: "The caller's saved views of a task dataset",
    ...inWorkspace,
    replies: { 200: itemsOf(WireSavedView) },
  }),
  createTaskView: route("POST", "/api/postil/v1/me/task-datasets/:name/views", "member", {
    conflicts: true,
    summary: "Save a view of a task dataset: the query of its page's address, under a name",
    ...inWorkspace,
    body: z.object({ name, query }),
    replies: { 201: WireSavedView },
  }),
  updateView: route("PATCH", "/api/postil/v1/me/views/:view_id", "member", {
    conflicts: true,
    summary: "Rename a view of the caller's, or let it show other records",
    body: nonNull({ name: name.optional(), query: query.optional() }, ["name", "query"]),
    replies: { 200: WireSavedView },
  }),
  deleteView: route("DELETE", "/api/postil/v1/me/views/:view_id", "member", {
    summary: "Delete a view of the caller's",
    replies: { 200: WireSavedView },
  }),
};

import { AUDIT_GROUPS, type AuditGroup, type AuditKind } from "@postil/domain/accounts/audit";
import { z } from "zod";
import { route } from "../route.ts";
import { integer, oneOf, text } from "../wire/leaf.ts";
import { id, int, time } from "../wire/replies.ts";
import { last, list } from "../wire/shape.ts";
import { toldTime } from "../wire/times.ts";

const groups = Object.keys(AUDIT_GROUPS) as [AuditGroup, ...AuditGroup[]]; // there is at least one
const kinds = Object.values(AUDIT_GROUPS).flat() as [AuditKind, ...AuditKind[]]; // as above

export const WireAuditEntry = z.object({
  id: int,
  at: time,
  /** Null: unknown, or an administrator at the server's own machine. */
  actor: z.object({ id, username: z.string(), name: z.string() }).nullable(),
  kind: z.enum(kinds),
  group: z.enum(groups),
  /** The person it is about; the id is null if only a name is known. */
  person: z.object({ id: id.nullable(), username: z.string() }).nullable(),
  /** Further details, depending on the kind. */
  told: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  address: z.string().nullable(),
  program: z.string().nullable(),
  times: int,
});
export type WireAuditEntry = z.output<typeof WireAuditEntry>;

const WireAuditPage = z.object({
  items: z.array(WireAuditEntry),
  /** Number of entries that the filter finds, and of all entries. */
  found: int,
  total: int,
  groups: z.array(z.object({ group: z.enum(groups), count: int })),
  people: z.array(z.object({ username: z.string(), name: z.string(), count: int })),
});

/** The audit trail for owners: Postil's own. */

const Filter = z.object({
  person: list(text({ max: 200 }), { max: 50 }).optional(),
  group: list(oneOf(groups), { max: groups.length }).optional(),
  since: last(toldTime.optional()),
  search: last(text({ max: 200 }).optional()),
});

export const auditRoutes = {
  listAudit: route("GET", "/api/postil/v1/audit", "owner", {
    summary: "What happened to accounts and what was deleted, the latest first",
    query: Filter.extend({
      /** The id of the last entry on the previous page. */
      before: last(integer({ ge: 1 }).optional()),
      limit: last(integer({ ge: 1, le: 100 }).default(50)),
    }),
    replies: { 200: WireAuditPage },
  }),
  exportAudit: route("GET", "/api/postil/v1/audit/export", "owner", {
    summary: "The same as a file",
    query: Filter.extend({ format: last(oneOf(["jsonl", "csv"]).default("jsonl")) }),
    replies: { 200: z.null() },
    carries: {
      200: {
        headers: { "content-disposition": "The name of the file" },
        stream: ["application/jsonl", "text/csv"],
      },
    },
  }),
};

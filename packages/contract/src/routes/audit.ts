import { AUDIT_GROUPS, type AuditGroup } from "@postil/domain/accounts/audit";
import { z } from "zod";
import { WireAuditPage } from "../entities/audit.ts";
import { toldTime } from "../inputs/told-time.ts";
import { route } from "../route.ts";
import { integer, oneOf, text } from "../wire/leaf.ts";
import { last, list } from "../wire/shape.ts";

/** The audit trail for owners: Postil's own. */

const groups = Object.keys(AUDIT_GROUPS) as [AuditGroup, ...AuditGroup[]]; // there is at least one

const Filter = z.object({
  person: list(text({ max: 200 }), { max: 50 }).optional(),
  group: list(oneOf(groups), { max: groups.length }).optional(),
  since: last(toldTime.optional()),
  search: last(text({ max: 200 }).optional()),
});

export const auditRoutes = {
  listAudit: route({
    method: "GET",
    path: "/api/postil/v1/audit",
    access: "owner",
    summary: "What happened to accounts and what was deleted, the latest first",
    query: Filter.extend({
      /** The id of the last entry on the previous page. */
      before: last(integer({ ge: 1 }).optional()),
      limit: last(integer({ ge: 1, le: 100 }).default(50)),
    }),
    replies: { 200: WireAuditPage },
  }),
  exportAudit: route({
    method: "GET",
    path: "/api/postil/v1/audit/export",
    access: "owner",
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

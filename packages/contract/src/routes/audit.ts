import { AUDIT_GROUPS, type AuditGroup } from "@postil/domain/accounts/audit";
import { timeFromText } from "@postil/domain/time";
import { z } from "zod";
import { WireAuditPage } from "../entities/audit.ts";
import { route } from "../route.ts";
import { integer, leaf, oneOf, text } from "../wire/leaf.ts";
import { last, list } from "../wire/shape.ts";

/** Who did what, for owners: Postil's own. */

const groups = Object.keys(AUDIT_GROUPS) as [AuditGroup, ...AuditGroup[]]; // there is one

const time = leaf<string>(
  (value) =>
    typeof value === "string" && !Number.isNaN(timeFromText(value))
      ? { ok: value }
      : { refused: { type: "value_error.datetime", msg: "invalid datetime format" } },
  { type: "string", format: "date-time" },
);

const Filter = z.object({
  person: list(text({ max: 200 }), { max: 50 }).optional(),
  group: list(oneOf(groups), { max: groups.length }).optional(),
  since: last(time.optional()),
  search: last(text({ max: 200 }).optional()),
});

export const auditRoutes = {
  listAudit: route({
    method: "GET",
    path: "/api/postil/v1/audit",
    access: "owner",
    summary: "What happened to accounts and what was deleted, the latest first",
    query: Filter.extend({
      /** The id of the last entry of the page before. */
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

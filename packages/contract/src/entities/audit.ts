import { AUDIT_GROUPS, type AuditGroup, type AuditKind } from "@postil/domain/accounts/audit";
import { z } from "zod";
import { id, time } from "./parts.ts";

const groups = Object.keys(AUDIT_GROUPS) as [AuditGroup, ...AuditGroup[]]; // there is at least one
const kinds = Object.values(AUDIT_GROUPS).flat() as [AuditKind, ...AuditKind[]]; // as above

export const WireAuditEntry = z.object({
  id: z.number().int(),
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
  times: z.number().int(),
});
export type WireAuditEntry = z.output<typeof WireAuditEntry>;

const count = z.number().int();

export const WireAuditPage = z.object({
  items: z.array(WireAuditEntry),
  /** Number of entries that the filter finds, and of all entries. */
  found: count,
  total: count,
  groups: z.array(z.object({ group: z.enum(groups), count })),
  people: z.array(z.object({ username: z.string(), name: z.string(), count })),
});
export type WireAuditPage = z.output<typeof WireAuditPage>;

import type { WireAuditEntry } from "@postil/contract/entities/audit";
import { type Column, csvRows } from "../export/writer.ts";

/** The audit trail as JSON Lines: one entry per line. */

export const auditJsonLines = (entries: readonly WireAuditEntry[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");

const COLUMNS: readonly Column<WireAuditEntry>[] = [
  { name: "id", cell: ({ id }) => String(id) },
  { name: "at", cell: ({ at }) => at },
  { name: "actor_id", cell: ({ actor }) => actor?.id ?? null },
  { name: "actor", cell: ({ actor }) => actor?.username ?? null },
  { name: "kind", cell: ({ kind }) => kind },
  { name: "person_id", cell: ({ person }) => person?.id ?? null },
  { name: "person", cell: ({ person }) => person?.username ?? null },
  { name: "told", cell: ({ told }) => JSON.stringify(told) },
  { name: "address", cell: ({ address }) => address },
  { name: "program", cell: ({ program }) => program },
  { name: "times", cell: ({ times }) => String(times) },
];

export const AUDIT_CSV_HEAD = csvRows([COLUMNS.map(({ name }) => name)]);

export const auditCsvRows = (entries: readonly WireAuditEntry[]): string =>
  csvRows(entries.map((entry) => COLUMNS.map(({ cell }) => cell(entry))));

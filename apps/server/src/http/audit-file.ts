import type { WireAuditEntry } from "@postil/contract/entities/audit";

/** The audit trail as a file: an entry a line. */

export const auditJsonLine = (entry: WireAuditEntry): string => `${JSON.stringify(entry)}\n`;

export const AUDIT_COLUMNS = [
  "id",
  "at",
  "actor_id",
  "actor",
  "kind",
  "person_id",
  "person",
  "told",
  "address",
  "program",
  "times",
] as const;

export function auditCsvRow({ id, at, actor, kind, person, told, address, program, times }: WireAuditEntry): string {
  const cells = [
    id,
    at,
    actor?.id,
    actor?.username,
    kind,
    person?.id,
    person?.username,
    JSON.stringify(told),
    address,
    program,
    times,
  ];
  return `${cells.map(cell).join(",")}\r\n`;
}

/** A cell that a spreadsheet would take for a formula, such as a name that was tried at sign-in, begins with an apostrophe. */
function cell(value: string | number | null | undefined): string {
  const text = String(value ?? "");
  const plain = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

import { Readable } from "node:stream";
import { auditEntryToWire } from "@postil/contract/accounts/administration-mapping";
import type { WireAuditEntry } from "@postil/contract/accounts/audit";
import type { Asked } from "@postil/contract/route";
import type { Routes } from "@postil/contract/routes";
import type { AuditEntry, AuditFilter, ExportEnd } from "@postil/domain/accounts/audit";
import { timeFromText } from "@postil/domain/time";
import { type Column, csvRows } from "../../export/writer.ts";
import { requireOwner } from "../../usecases/refuse.ts";
import { type HandlerContext, type Handlers, ReplyWith } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { noteUnfinished } from "./exports.ts";

type Query = Pick<Asked<Routes["listAudit"]>["query"], "person" | "group" | "since" | "search">;

const filterOf = ({ person = [], group = [], since, search = "" }: Query): AuditFilter => ({
  people: person,
  groups: group,
  since: since === undefined ? null : timeFromText(since),
  search: search.trim(),
});

/** Number of entries that are read at once for a file. */
const PART = 500;
const CONTENT_TYPES = { jsonl: "application/jsonl; charset=utf-8", csv: "text/csv; charset=utf-8" } as const;

export function auditHandlers({ store, accounts, reads, warn }: HandlerParts) {
  /** The caller may leave or lose the owner role meanwhile, so each part is read with the caller's current rights. */
  async function* lines(format: "jsonl" | "csv", { shown, left }: HandlerContext, filter: AuditFilter) {
    if (format === "csv") yield AUDIT_CSV_HEAD;
    const write = format === "csv" ? auditCsvRows : auditJsonLines;
    for (let before: number | null = null; ; ) {
      const found = shown && (await accounts.again(shown));
      const part = { ...filter, before, limit: PART };
      const entries: AuditEntry[] = await store.read("listAudit", found?.caller ?? null, part, left);
      if (entries.length > 0) yield write(entries.map(auditEntryToWire));
      before = entries.at(-1)?.key ?? null;
      if (entries.length < PART) return;
    }
  }
  return {
    listAudit: async ({ query }, { caller, left }) => {
      const filter = filterOf(query);
      const part = { ...filter, before: query.before ?? null, limit: query.limit };
      await reads.flush();
      const entries = await store.read("listAudit", caller, part, left);
      const { found, total, groups, people } = await store.read("countAudit", caller, filter, left);
      return { items: entries.map(auditEntryToWire), found, total, groups: [...groups], people: [...people] };
    },
    exportAudit: async ({ query: { format, ...query } }, context) => {
      const caller = requireOwner(context);
      await reads.flush();
      await store.write("noteExport", caller, { kind: "audit_exported" });
      const stream = Readable.from(lines(format, context, filterOf(query)));
      const note = (end: ExportEnd) =>
        store.write("noteExport", caller, { kind: "file_unfinished", told: { of: "audit", end } });
      noteUnfinished(stream, { gone: context.left, lost: null, note, warn });
      const headers = {
        "content-type": CONTENT_TYPES[format],
        "content-disposition": `attachment; filename="audit.${format}"`,
      };
      return new ReplyWith(null, { headers, stream });
    },
  } satisfies Partial<Handlers>;
}

const auditJsonLines = (entries: readonly WireAuditEntry[]): string =>
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

const AUDIT_CSV_HEAD = csvRows([COLUMNS.map(({ name }) => name)]);

const auditCsvRows = (entries: readonly WireAuditEntry[]): string =>
  csvRows(entries.map((entry) => COLUMNS.map(({ cell }) => cell(entry))));

import { AUDIT_GROUPS, type AuditFilter, type AuditGroup } from "@postil/domain/accounts/audit";
import { readText, readValues, writeValues } from "../../../lib/listed-values.ts";
import { quoted } from "../../../workbench/export/export-wish.ts";

export const SPANS = ["1", "7", "30", "90"] as const;
export type Span = (typeof SPANS)[number];

/** The audit filters in the address; empty lists and texts do not filter. */
export type AuditCriteria = {
  readonly people: readonly string[];
  readonly groups: readonly AuditGroup[];
  readonly days: Span | null;
  readonly search: string;
};

export const EVERYTHING: AuditCriteria = { people: [], groups: [], days: null, search: "" };

export const GROUPS = Object.keys(AUDIT_GROUPS) as AuditGroup[]; // the keys of the table are the groups
export const isGroup = (word: string): word is AuditGroup => GROUPS.some((group) => group === word);
export const isSpan = (word: string | undefined): word is Span => SPANS.some((span) => span === word);

export const isFiltered = ({ people, groups, days, search }: AuditCriteria): boolean =>
  people.length + groups.length > 0 || days !== null || search.trim() !== "";

/** `now` in milliseconds; it is the same for all pages of a filter. */
export const filterOf = ({ people, groups, days, search }: AuditCriteria, now: number): AuditFilter => ({
  people,
  groups,
  since: days === null ? null : (now - Number(days) * 86_400_000) * 1000,
  search,
});

type Entries = { readonly [name: string]: string | undefined };

export function readAuditCriteria({ people, kinds, days, search }: Entries): AuditCriteria {
  return {
    people: readValues(people),
    groups: readValues(kinds).filter(isGroup),
    days: isSpan(days) ? days : null,
    search: readText(search),
  };
}

/** The router leaves out empty entries (VST-02). */
export const writeAuditCriteria = ({ people, groups, days, search }: AuditCriteria) => ({
  people: writeValues(people),
  kinds: writeValues(groups),
  days: days ?? "",
  search: encodeURIComponent(search),
});

/**
 * The parts of an address that filter nothing, as they are written: unknown kinds, unknown days, and filters with other names.
 * Without a note, the user would believe that the list is filtered by them.
 */
export function passedOver(entries: Entries): readonly string[] {
  // Every text is a valid search, also with commas.
  const { search, ...lists } = entries;
  const read: Entries = writeAuditCriteria(readAuditCriteria(lists));
  return Object.entries(lists).flatMap(([name, entry]) => {
    const kept = readValues(read[name]);
    return readValues(entry)
      .filter((value) => !kept.includes(value))
      .map((value) => `${name}=${value}`);
  });
}

/** The command that exports these entries. It counts the days from the time when it runs. */
export function commandOf({ people, groups, days, search }: AuditCriteria): string {
  return [
    "postil audit --output audit.jsonl",
    ...people.map((name) => `--person ${quoted(name)}`),
    ...groups.map((group) => `--kind ${group}`),
    ...(days === null ? [] : [`--days ${days}`]),
    // Joined with "=", because a search may begin with a dash.
    ...(search.trim() === "" ? [] : [`--search=${quoted(search.trim())}`]),
  ].join(" ");
}

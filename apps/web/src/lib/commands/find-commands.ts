import {
  type Command,
  type CommandEntry,
  isCommand,
  mayRun,
  PALETTE_SECTIONS,
  type PaletteSection,
} from "./command.ts";

/** A found command, and the position of the query in its label, in UTF-16 units. from = to when only the hint matched. */
export type Found = { readonly command: Command; readonly from: number; readonly to: number };
export type FoundSection = { readonly section: PaletteSection; readonly found: readonly Found[] };

/**
 * The commands that may run and contain the query in their label or hint, by section. Labels that begin with the query come
 * first.
 */
export function findCommands(entries: readonly CommandEntry[], query: string): readonly FoundSection[] {
  const wanted = query.trim().toLowerCase();
  const found = entries
    .filter(isCommand)
    .filter((command) => command.section !== undefined && mayRun(command))
    .flatMap((command) => locate(command, wanted) ?? []);
  return PALETTE_SECTIONS.flatMap((section) => {
    const own = found.filter(({ command }) => command.section === section);
    const begins = (one: Found) => (wanted !== "" && one.from === 0 && one.to > 0 ? 0 : 1);
    own.sort((one, other) => begins(one) - begins(other));
    return own.length === 0 ? [] : [{ section, found: own }];
  });
}

function locate(command: Command, wanted: string): Found | null {
  const from = command.label.toLowerCase().indexOf(wanted);
  if (from >= 0) return { command, from, to: from + wanted.length };
  return command.hint?.toLowerCase().includes(wanted) ? { command, from: 0, to: 0 } : null;
}

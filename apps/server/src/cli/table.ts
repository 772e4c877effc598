/** Characters that move the cursor, colour the screen or change the text direction. Names of users may have them. */
const UNPRINTED = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const printed = (cell: string): string =>
  cell.replace(UNPRINTED, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

/** Rows as lines with aligned columns. Control characters in cells are escaped. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) => row.map(printed));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

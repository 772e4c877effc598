/** Letters that move the cursor, select or skip in one family of datasets or the other: in none do they choose a label (LAB-21). */
const MOVING_LETTERS: ReadonlySet<string> = new Set("FJKSX");

/**
 * What chooses a label on a page whose letters are commands too: its digit always, its letter only where it is printed, so while the
 * label is `shown` (LAB-04, LAB-07, LAB-21).
 */
export function pickKeyOf(shortcut: string | null, shown: boolean): string | null {
  if (shortcut === null || /^[0-9]$/.test(shortcut)) return shortcut;
  return shown && !MOVING_LETTERS.has(shortcut) ? shortcut : null;
}

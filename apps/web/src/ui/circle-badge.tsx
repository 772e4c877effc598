import { BADGE_SIZES } from "./constants.ts";

/** The first two letters of a username in a circle of 34 px (small) or 45 px (medium) (CON-04, CON-05). */
export function CircleBadge({ name, size = "small" }: { name: string; size?: keyof typeof BADGE_SIZES }) {
  const diameter = BADGE_SIZES[size];
  return (
    <span
      aria-hidden="true"
      // The letters are drawn by CSS, not as text. The control around them has the full name, and text would have to be part
      // of it.
      data-letters={badgeLetters(name)}
      data-edge
      className="inline-grid before:content-[attr(data-letters)] flex-none place-items-center rounded-full bg-sunken font-strong text-small shadow-[inset_0_0_0_1px_var(--line)]"
      style={{ width: diameter, height: diameter }}
    />
  );
}

/** Number of letters on the badge of a user (CON-05). */
const BADGE_LETTERS = 2;

/** The first two letters of a username, counted as characters, not as UTF-16 units (CON-05). */
export function badgeLetters(username: string): string {
  return [...username].slice(0, BADGE_LETTERS).join("");
}

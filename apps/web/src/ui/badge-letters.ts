/** Number of letters on the badge of a user (CON-05). */
const BADGE_LETTERS = 2;

/** The first two letters of a username, counted as characters, not as UTF-16 units (CON-05). */
export function badgeLetters(username: string): string {
  return [...username].slice(0, BADGE_LETTERS).join("");
}

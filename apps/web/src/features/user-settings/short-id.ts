/** The end of a server-made id distinguishes the records of a dataset: its beginning is the time. */
const MADE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const MADE_END = 8;

/** Ids from users have a meaning, with a number at the end. */
const LONGEST = 32;

/**
 * A short form of an id that still distinguishes records: a short id is complete; of a long id only the end is shown, with a
 * sign for the cut.
 */
export function shortId(id: string): string {
  if (MADE.test(id)) return id.slice(-MADE_END);
  const characters = [...id];
  return characters.length <= LONGEST ? id : `…${characters.slice(1 - LONGEST).join("")}`;
}

/** The end of an id that the server made is what tells those of one dataset apart: their beginning is the time. */
const MADE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const MADE_END = 8;

/** People give ids that mean something, and number them at the end. */
const LONGEST = 32;

/** An id to tell records apart by: a short one is whole, of a long one the end is left, and a sign says that it was cut. */
export function shortId(id: string): string {
  if (MADE.test(id)) return id.slice(-MADE_END);
  const characters = [...id];
  return characters.length <= LONGEST ? id : `…${characters.slice(1 - LONGEST).join("")}`;
}

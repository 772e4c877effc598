/** Unchanged text that is kept on each side of a change, UTF-16 units. */
const AROUND = 60;
/** Longest part of either text, UTF-16 units; the rest is cut off. */
const MOST = 2000;

/**
 * The changed parts of two versions of a text: the part between their common beginning and their common end, with a
 * little of both around it. `…` marks text that is left out. Both are cut at the same places, so that a word diff of
 * the results shows the change. Takes time linear in their lengths.
 */
export function changedPart(before: string, after: string): { readonly before: string; readonly after: string } {
  const shorter = Math.min(before.length, after.length);
  let begin = 0;
  while (begin < shorter && before[begin] === after[begin]) begin += 1;
  let end = 0;
  while (end < shorter - begin && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const from = Math.max(0, begin - AROUND);
  const left = Math.max(0, end - AROUND);
  const part = (text: string) => cutText(between(text, from, text.length - left), MOST);
  return { before: part(before), after: part(after) };
}

function between(text: string, from: number, to: number): string {
  // A cut must not split a character that takes two units.
  const [first, last] = [isSecondHalf(text, from) ? from - 1 : from, isSecondHalf(text, to) ? to + 1 : to];
  return `${first > 0 ? "…" : ""}${text.slice(first, last)}${last < text.length ? "…" : ""}`;
}

/** The first `most` UTF-16 units of a text, with `…` if more was cut off. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, isSecondHalf(text, most) ? most - 1 : most)}…`;
}

const isSecondHalf = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;

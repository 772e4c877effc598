/**
 * Number of labels kept per question: those the user chose last, newest first (design/device.md#preferences,
 * design/questions.md#labels).
 */
export const RECENT_LABELS = 5;
/** Number of questions with recent labels: those labeled last. */
export const RECENT_QUESTIONS = 100;

type Recent = { readonly [key: string]: readonly string[] };

/** Adds a label that was just chosen, and drops the question that was not labeled for the longest time. */
export function withRecent(recent: Recent, key: string, value: string): Recent {
  const { [key]: before = [], ...others } = recent;
  const values = [value, ...before.filter((other) => other !== value)].slice(0, RECENT_LABELS);
  return Object.fromEntries([...Object.entries(others).slice(1 - RECENT_QUESTIONS), [key, values]]);
}

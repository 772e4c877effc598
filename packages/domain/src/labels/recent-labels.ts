/**
 * The labels somebody chose last at a question, the newest first (design/device.md#preferences, design/questions.md#labels).
 */
export const RECENT_LABELS = 5;
/** Questions for which they are kept: those labeled last. */
export const RECENT_QUESTIONS = 100;

type Recent = { readonly [key: string]: readonly string[] };

/** With a label that was just chosen; a question that has not been labeled for long is forgotten. */
export function withRecent(recent: Recent, key: string, value: string): Recent {
  const { [key]: before = [], ...others } = recent;
  const values = [value, ...before.filter((other) => other !== value)].slice(0, RECENT_LABELS);
  return Object.fromEntries([...Object.entries(others).slice(1 - RECENT_QUESTIONS), [key, values]]);
}

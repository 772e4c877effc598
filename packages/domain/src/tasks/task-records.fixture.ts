import type { LoggedText, LoggedTokens } from "./log-record.ts";
import type { Entity, Labels } from "./task-record.ts";

/** Records as clients log them, with only the members that a test gives. */

export const loggedText = (given: Partial<LoggedText> = {}): LoggedText => ({
  id: "1",
  status: "Default",
  clear: [],
  inputs: { text: "some words" },
  multi_label: false,
  ...given,
});

export const loggedTokens = (given: Partial<LoggedTokens> = {}): LoggedTokens => ({
  id: "1",
  status: "Default",
  clear: [],
  text: "Ana Lopez lives in New York",
  tokens: ["Ana", "Lopez", "lives", "in", "New", "York"],
  ...given,
});

/** `A` with a score of one, `A 0.5` with half of it. */
export const labels = (...given: string[]): Labels => ({
  labels: given.map((text) => {
    const [class_label = "", score = "1"] = text.split(" ");
    return { class_label, score: Number(score) };
  }),
});

export const entity = (start: number, end: number, label = "X", score = 1): Entity => ({ start, end, label, score });

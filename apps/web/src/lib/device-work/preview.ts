import type { WorkItem } from "./work-items.ts";

/** More of an answer is not shown, UTF-16 units: it stands on one line. */
const LENGTH = 200;

/** The answers of an item in a line, so that people know what it is: question and answer by question. */
export function preview({ draft, entry }: Pick<WorkItem, "draft" | "entry">): string {
  const answers = draft?.answers ?? (entry?.intent.kind === "save" ? entry.intent.values : null) ?? {};
  const said = Object.entries(answers).flatMap(([question, { value }]) => {
    const text = textOf(value);
    return text === "" ? [] : [`${question}: ${text}`];
  });
  return said.join(" · ").slice(0, LENGTH);
}

/** Answers of a draft are read from the browser's storage and may be anything. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value.slice(0, LENGTH).replace(/\s+/gu, " ").trim();
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(", ");
  if (typeof value !== "object" || value === null) return "";
  const given = Object.entries(value);
  for (const name of SAID_BY) for (const [own, part] of given) if (own === name) return textOf(part);
  return "";
}

/** An item of a ranking has its value, a span its label; an annotation of a task record one of the lists. */
const SAID_BY = ["value", "label", "class_label", "text", "labels", "entities", "sentences"];

import type { Family } from "@postil/domain/outbox/family";
import type { OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import type { LocalDraft } from "../lib/drafts/draft.ts";
import { isSaid } from "./families.ts";
import type { KnownRecord, Marked } from "./records-on-server.ts";

/** More of an answer is not shown, UTF-16 units: it stands on one line. */
const LENGTH = 200;

type Said = {
  readonly family: Family;
  readonly draft: Pick<LocalDraft, "answers"> | null;
  readonly entry: Pick<OutboxEntry, "intent"> | null;
};

/**
 * The answers of an item in a line, so that people know what it is: question and answer by question. Spans are told by the words they
 * mark, where the record is known.
 */
export function preview({ family, draft, entry }: Said, known?: KnownRecord): string {
  const answers = draft?.answers ?? (entry?.intent.kind === "save" ? entry.intent.values : null) ?? {};
  const said = Object.entries(answers).flatMap(([question, { value }]) => {
    if (!isSaid(family, question)) return [];
    const text = textOf(value, known?.markedBy(question) ?? null);
    return text === "" ? [] : [`${question}: ${text}`];
  });
  return said.join(" · ").slice(0, LENGTH);
}

/** Answers of a draft are read from the browser's storage and may be anything. */
function textOf(value: unknown, marked: Marked | null): string {
  if (typeof value === "string") return value.slice(0, LENGTH).replace(/\s+/gu, " ").trim();
  if (typeof value === "number") return String(value);
  if (Array.isArray(value))
    return value
      .map((one) => textOf(one, marked))
      .filter(Boolean)
      .join(", ");
  if (typeof value !== "object" || value === null) return "";
  const given = Object.entries(value);
  const span = marked && spanText(value, marked);
  if (span) return span;
  for (const name of SAID_BY) for (const [own, part] of given) if (own === name) return textOf(part, marked);
  return "";
}

/** An item of a ranking has its value, a span its label; an annotation of a task record one of the lists. */
const SAID_BY = ["value", "label", "class_label", "text", "labels", "entities", "sentences"];

/** More of the words of a span is not shown. */
const WORDS = 40;

/** "Edgar Pryce (Person)"; null for what is no span. */
function spanText(value: object, { points, labels }: Marked): string | null {
  const { start, end, label } = { start: null, end: null, label: null, ...value };
  if (typeof start !== "number" || typeof end !== "number" || typeof label !== "string") return null;
  const words = points.slice(start, Math.min(end, start + WORDS)).join("");
  return words === "" ? null : `${words.replace(/\s+/gu, " ")} (${labels.get(label) ?? label})`;
}

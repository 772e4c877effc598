import type { Family } from "@postil/domain/outbox/family";
import type { OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import type { LocalDraft } from "../lib/drafts/draft.ts";
import { isSaid } from "./families.ts";
import type { KnownRecord, Marked } from "./records-on-server.ts";

/** The maximum length of an answer's preview, in UTF-16 units: it has one line. */
const LENGTH = 200;

type Said = {
  readonly family: Family;
  readonly draft: Pick<LocalDraft, "answers"> | null;
  readonly entry: Pick<OutboxEntry, "intent"> | null;
};

/**
 * The answers of an item in one line, as "question: answer", so that users recognise it. A span shows its marked words if the
 * record is known.
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

/** Answers of a draft come from the browser's storage and are not checked. */
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

/** The text of a ranking item is its value, of a span its label. An annotation of a task record has one of the lists. */
const SAID_BY = ["value", "label", "class_label", "text", "labels", "entities", "sentences"];

/** The maximum number of code points shown of a span. */
const WORDS = 40;

/** "Edgar Pryce (Person)". Null if the value is not a span. */
function spanText(value: object, { points, labels }: Marked): string | null {
  const { start, end, label } = { start: null, end: null, label: null, ...value };
  if (typeof start !== "number" || typeof end !== "number" || typeof label !== "string") return null;
  const words = points.slice(start, Math.min(end, start + WORDS)).join("");
  return words === "" ? null : `${words.replace(/\s+/gu, " ")} (${labels.get(label) ?? label})`;
}

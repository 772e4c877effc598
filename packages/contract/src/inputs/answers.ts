import { PART_NAME } from "@postil/domain/datasets/names";
import type { AnswerValue, AnswerValues } from "@postil/domain/records/answer-values";
import { z } from "zod";
import { type Context, hasFailed, integer, MISSING, NONE, refuse, text, textRefusal } from "../wire/leaf.ts";
import { asObject, inside, list, rule } from "../wire/shape.ts";

/**
 * Answers in requests. Only their form is checked here; the rules check the questions and options (contract api-v1
 * 7.1).
 */

const MOST_SPANS = 10_000;

const span = rule(z.object({ label: text(), start: integer({ ge: 0 }), end: integer({ ge: 1 }) }), ({ start, end }) =>
  end > start ? null : "span question response value 'end' must have a value greater than 'start'",
);
const spans = list(span, { max: MOST_SPANS });
const ranked = list(z.object({ value: text(), rank: integer().nullable().default(null) }));
const labels = list(text());

/**
 * Reads a list. Extra members of spans and ranked options are dropped, a missing rank becomes null, and numbers among
 * labels become text.
 */
function readList(value: readonly unknown[], ctx: Context, path: readonly PropertyKey[]): AnswerValue {
  const [first] = value;
  if (typeof first !== "object" || first === null) return inside(labels, value, ctx, path);
  return "label" in first || "start" in first || !("value" in first)
    ? inside(spans, value, ctx, path)
    : inside(ranked, value, ctx, path);
}

function readAnswer(value: unknown, ctx: Context, path: readonly PropertyKey[]): AnswerValue {
  if (typeof value === "string") {
    const refused = textRefusal(value);
    return refused ? refuse(ctx, refused, path) : value;
  }
  if (Number.isSafeInteger(value)) return value as number; // only numbers are safe integers
  if (Array.isArray(value)) return readList(value, ctx, path);
  if (value === undefined) return refuse(ctx, MISSING, path);
  if (value === null) return refuse(ctx, NONE, path);
  return refuse(ctx, { type: "type_error.str", msg: "str type expected" }, path);
}

/** Text, a whole number, or a list of labels, of ranked options or of spans. */
export const answerValue = z
  .unknown()
  .transform((value, ctx): AnswerValue => readAnswer(value, ctx, []))
  .meta({ anyOf: [{ type: "string" }, { type: "integer" }, { type: "array" }] });

/** Question name to `{value}`. A bad name is refused at `__key__`. */
export const answerValues = z
  .unknown()
  .transform((value, ctx): AnswerValues => {
    const given = asObject(value, ctx);
    const read: [question: string, answer: { readonly value: AnswerValue }][] = [];
    for (const [question, answer] of Object.entries(given ?? {})) {
      const refused = textRefusal(question, PART_NAME);
      if (refused) refuse(ctx, refused, ["__key__"]);
      const inner = asObject(answer, ctx, [question]);
      if (inner) read.push([question, { value: readAnswer(inner.value, ctx, [question, "value"]) }]);
      if (hasFailed(ctx)) break;
    }
    return Object.fromEntries(read); // an assignment would drop a question named `__proto__`
  })
  .meta({ type: "object", additionalProperties: { type: "object", required: ["value"] } });

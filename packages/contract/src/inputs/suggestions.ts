import type { SuggestionInput } from "@postil/domain/records/record-input";
import { z } from "zod";
import { number, oneOf, readLeaf, refuse, text, uuid } from "../wire/leaf.ts";
import { inside, list } from "../wire/shape.ts";
import { answerValue } from "./answers.ts";

/** Suggestions in requests (contract api-v1 5.9, 7.2). */

// biome-ignore lint/complexity/noUselessEscapeInRegex: clients are shown the pattern as the reference spells it
const AGENT = { min: 1, max: 200, pattern: /^(?=.*[a-zA-Z0-9])[a-zA-Z0-9-_:\.\/\s]+$/ };
const one = number({ ge: 0, le: 1 });
const many = list(one, { min: 1 });

const score = z
  .unknown()
  .transform((value, ctx): number | number[] => {
    if (Array.isArray(value)) return inside(many, value, ctx);
    const read = readLeaf(one, value);
    return "ok" in read ? read.ok : refuse(ctx, read.refused);
  })
  .meta({ type: ["number", "array"], minimum: 0, maximum: 1 });

export const NewSuggestion = z.object({
  question_id: uuid,
  value: answerValue,
  type: oneOf(["model", "human"]).nullish(),
  agent: text(AGENT).nullish(),
  score: score.nullish(),
});

export const suggestionInput = (wire: z.output<typeof NewSuggestion>): SuggestionInput => ({
  questionId: wire.question_id,
  value: wire.value,
  type: wire.type ?? null,
  agent: wire.agent ?? null,
  score: wire.score ?? null,
});

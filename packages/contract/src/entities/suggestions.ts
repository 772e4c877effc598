import type { Suggestion } from "@postil/domain/records/record";
import { z } from "zod";
import { id, time } from "./parts.ts";

export const WireSuggestion = z.object({
  question_id: id,
  type: z.enum(["model", "human"]).nullable(),
  value: z.custom<Suggestion["value"]>((value) => value !== null && value !== undefined),
  agent: z.string().nullable(),
  score: z.union([z.number(), z.array(z.number())]).nullable(),
  id,
  inserted_at: time,
  updated_at: time,
});
export type WireSuggestion = z.output<typeof WireSuggestion>;

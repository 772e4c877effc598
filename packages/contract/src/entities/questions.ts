import { z } from "zod";
import { id, time } from "./parts.ts";

const option = z.object({ value: z.string(), text: z.string(), description: z.string().nullable() });

export const WireQuestionSettings = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), use_markdown: z.boolean() }),
  z.object({ type: z.literal("rating"), options: z.array(z.object({ value: z.number() })) }),
  z.object({ type: z.literal("label_selection"), options: z.array(option), visible_options: z.number().nullable() }),
  z.object({
    type: z.literal("multi_label_selection"),
    options: z.array(option),
    visible_options: z.number().nullable(),
    options_order: z.enum(["natural", "suggestion"]),
  }),
  z.object({ type: z.literal("ranking"), options: z.array(option) }),
  z.object({
    type: z.literal("span"),
    field: z.string(),
    options: z.array(option),
    visible_options: z.number().nullable(),
    allow_overlapping: z.boolean(),
    allow_character_annotation: z.boolean(),
  }),
]);
export type WireQuestionSettings = z.output<typeof WireQuestionSettings>;

export const WireQuestion = z.object({
  id,
  name: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  required: z.boolean(),
  settings: WireQuestionSettings,
  dataset_id: id,
  inserted_at: time,
  updated_at: time,
});
export type WireQuestion = z.output<typeof WireQuestion>;

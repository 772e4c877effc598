import { SpanField } from "./span-field.tsx";
import { SpanQuestion } from "./span-question.tsx";

/** What a question of spans is made of, loaded with the first dataset that has one. */
export const SPAN_CONTROLS = { span: SpanQuestion, spanField: SpanField };

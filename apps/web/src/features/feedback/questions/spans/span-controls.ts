import { SpanField } from "./span-field.tsx";
import { SpanQuestion } from "./span-question.tsx";

/** The parts of a span question, loaded with the first dataset that has one. */
export const SPAN_CONTROLS = { span: SpanQuestion, spanField: SpanField };

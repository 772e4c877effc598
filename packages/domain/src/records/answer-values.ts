import type { Span } from "../spans/span.ts";

export type RankedOption = { readonly value: string; readonly rank: number | null };

export type AnswerValue = string | number | readonly string[] | readonly RankedOption[] | readonly Span[];

/** Question name to answer. */
export type AnswerValues = { readonly [question: string]: { readonly value: AnswerValue } };

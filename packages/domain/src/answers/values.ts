export type RankedOption = { readonly value: string; readonly rank: number | null };

/** End exclusive; code points of the field's text, not UTF-16 units (FAN-27). */
export type Span = { readonly start: number; readonly end: number; readonly label: string };

export type AnswerValue = string | number | readonly string[] | readonly RankedOption[] | readonly Span[];

/** Question name to answer. */
export type AnswerValues = { readonly [question: string]: { readonly value: AnswerValue } };

import { characters } from "../text/characters.ts";
import { capitalnessOf } from "./capitalness.ts";
import type { Entities, Mention, TextMetrics, TokenMetric, TokenMetrics, WithAgent } from "./task-record.ts";

/** The metrics of a record, computed at each log (contract api-v0 5.4). */

export const textMetrics = (text: string): TextMetrics => ({ text_length: characters(text) });

type Tokens = {
  readonly text: string;
  readonly tokens: readonly string[];
  readonly prediction?: WithAgent<Entities> | undefined;
  readonly annotation?: WithAgent<Entities> | undefined;
};

export const tokenMetrics = ({ text, tokens, prediction, annotation }: Tokens): TokenMetrics => ({
  ...textMetrics(text),
  tokens: tokens.map(metricOf),
  predicted: { mentions: mentionsIn(text, prediction) },
  annotated: { mentions: mentionsIn(text, annotation) },
});

function metricOf(value: string): TokenMetric {
  const capitalness = capitalnessOf(value);
  return capitalness ? { value, capitalness } : { value };
}

/** Each text once; if several entities have the same text, the last one counts. */
function mentionsIn(text: string, part: Entities | undefined): Mention[] {
  if (!part || part.entities.length === 0) return [];
  const characters = Array.from(text);
  const mentions = new Map<string, Mention>();
  for (const { start, end, label, score } of part.entities) {
    const value = characters.slice(start, end).join("");
    mentions.set(value, { ...metricOf(value), label, score });
  }
  return [...mentions.values()];
}

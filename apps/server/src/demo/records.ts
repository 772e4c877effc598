import { VECTOR_DIMENSIONS, VECTOR_NAME } from "./definition.ts";
import type { Message } from "./messages.ts";
import { fraction, hashOf, wordVector } from "./word-vector.ts";

const ARTICLES = [
  ["Floor lamp *Heron*", 129],
  ["Long oak table", 1240],
  ["Armchair *Dell*", 489.5],
  ["Wall shelf, 80 cm", 64.9],
  ["Stoneware bowls, set of 6", 72],
  ["Office chair *Perch*", 315],
  ["Bed frame, 160 cm", 698],
  ["Mirror, round", 118.4],
] as const;

/** About the shop itself: there is no order behind these. */
const WITHOUT_ORDER = new Set(["other", "product", "praise"]);

/** The order a message is about, as markdown, where there is one. */
function orderOf({ topic, text }: Message): { readonly markdown: string; readonly value: number } | null {
  if (WITHOUT_ORDER.has(topic) || fraction(`order ${text}`) > 0.75) return null;
  const [article, price] = ARTICLES[hashOf(text) % ARTICLES.length] ?? ARTICLES[0];
  const number = /H-\d{5}/.exec(text)?.[0] ?? `H-${17_000 + (hashOf(text) % 4000)}`;
  const count = 1 + (hashOf(`count ${text}`) % 3);
  const value = Math.round(price * count * 100) / 100;
  const markdown = [
    `**Order ${number}**, placed ${2 + (hashOf(number) % 40)} days ago`,
    "",
    `- ${count} × ${article}`,
    `- paid: ${value.toFixed(2)} EUR`,
  ].join("\n");
  return { markdown, value };
}

const TIERS = ["new", "regular", "regular", "gold"];

/** One record of the demo without its suggestions, in the wire's names. */
export function demoRecord(message: Message, index: number) {
  const order = orderOf(message);
  return {
    external_id: `message-${String(index + 1).padStart(3, "0")}`,
    fields: { message: message.text, context: order?.markdown ?? null },
    metadata: {
      channel: message.channel,
      language: message.language,
      waiting_hours: hashOf(`wait ${message.text}`) % 97,
      ...(order ? { order_value: order.value } : {}),
      tier: TIERS[hashOf(`tier ${message.text}`) % TIERS.length],
    },
    vectors: { [VECTOR_NAME]: wordVector(message.text, VECTOR_DIMENSIONS) },
  };
}

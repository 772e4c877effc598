import { readFileSync } from "node:fs";
import type { AnswerValue } from "@postil/domain/records/record";
import { z } from "zod";
import { CONTENTS, STEPS, VECTOR_DIMENSIONS, VECTOR_NAME } from "./definition.ts";
import { fraction, hashOf, rounded, wordVector } from "./word-vector.ts";

/** One line of messages.jsonl: topic, mood, channel, language, text and, where there are any, the contents. */
const Line = z
  .tuple([z.string(), z.number(), z.string(), z.string(), z.string()])
  .rest(z.string())
  .transform(([topic, mood, channel, language, text, contents = ""]) => ({
    topic,
    mood,
    channel,
    language,
    text,
    contents: contents === "" ? [] : contents.split(","),
  }));
type Message = z.output<typeof Line>;

/** The messages of the demo, all written for it. */
export const readMessages = (): Message[] =>
  readFileSync(new URL("messages.jsonl", import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => Line.parse(JSON.parse(line)));

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

type DemoSuggestion = {
  readonly question: string;
  readonly value: AnswerValue;
  readonly score?: number | number[];
  readonly agent: string;
};

/** What the model takes for the topic when it is wrong: the neighbour people mix up as well. */
const MISTAKEN_FOR: { readonly [topic: string]: string } = {
  delivery: "account",
  damaged: "warranty",
  wrong_item: "returns",
  returns: "refund",
  refund: "payment",
  payment: "invoice",
  invoice: "payment",
  product: "other",
  warranty: "damaged",
  account: "other",
  praise: "product",
  other: "product",
};

const ORDERLY = ["explain", "apologise", "hand_over", "compensate"];
const FIRST_STEPS: { readonly [topic: string]: readonly string[] } = {
  damaged: ["apologise", "compensate", "explain", "hand_over"],
  wrong_item: ["apologise", "explain", "compensate", "hand_over"],
  delivery: ["apologise", "explain", "compensate", "hand_over"],
  refund: ["apologise", "hand_over", "explain", "compensate"],
  warranty: ["apologise", "hand_over", "explain", "compensate"],
  account: ["explain", "hand_over", "apologise", "compensate"],
};

const REPLIES: { readonly [topic: string]: string } = {
  delivery:
    "I am sorry that you had to wait. I have asked the carrier where the parcel is and will write to you **today** with a date that holds.",
  damaged:
    "I am sorry that it arrived like this. Please keep the packaging for the carrier; a replacement can leave as soon as you tell me that you want one.",
  returns:
    "Of course you can send it back. I have attached a new label; the parcel shop takes it without a printed copy as well.",
  refund: "You are right to ask. I have passed this on to our bookkeeping and will tell you tomorrow what they found.",
  product: "Thank you for your question. I have asked the workshop and will answer as soon as I know for certain.",
  praise: "Thank you, this made our day. I have passed it on to everybody who had a hand in it.",
};

/** Mostly right, sometimes wrong and then less sure, now and then silent: as a real model's are. */
export function suggestionsFor(message: Message): DemoSuggestion[] {
  const luck = fraction(message.text);
  if (luck > 0.92) return [];
  return [
    topic(message, luck),
    ...contents(message),
    ...mood(message, luck),
    ...nextStep(message, luck),
    ...reply(message),
  ];
}

function topic(message: Message, luck: number): DemoSuggestion {
  const wrong = luck > 0.78;
  const value = wrong ? (MISTAKEN_FOR[message.topic] ?? message.topic) : message.topic;
  const score = wrong ? 0.31 + (luck - 0.78) : 0.62 + luck * 0.47;
  return { question: "topic", value, score: rounded(score), agent: "topics-2" };
}

function contents({ text, contents: found }: Message): DemoSuggestion[] {
  // Options in their own order, whatever the order in the source.
  const value = CONTENTS.map((one) => one.value).filter((one) => found.includes(one));
  if (value.length === 0) return [];
  const score = value.map((one) => rounded(0.45 + 0.5 * fraction(one + text)));
  return [{ question: "contents", value, score, agent: "keywords-1" }];
}

function mood(message: Message, luck: number): DemoSuggestion[] {
  if (luck < 0.15) return [];
  const off = luck > 0.7 ? 1 : 0;
  const value = Math.min(5, message.mood + off);
  return [{ question: "mood", value, score: rounded(0.9 - off * 0.4 - luck * 0.2), agent: "moods-1" }];
}

function nextStep({ topic: about, text }: Message, luck: number): DemoSuggestion[] {
  if (luck > 0.6 || about === "praise" || about === "other") return [];
  const order = FIRST_STEPS[about] ?? ORDERLY;
  const value = STEPS.map((step) => ({ value: step.value, rank: order.indexOf(step.value) + 1 }));
  const score = STEPS.map((step) => rounded(0.4 + 0.5 * fraction(step.value + text)));
  return [{ question: "next_step", value, score, agent: "steps-1" }];
}

function reply({ topic: about, language }: Message): DemoSuggestion[] {
  const value = REPLIES[about];
  return value === undefined || language !== "en" ? [] : [{ question: "reply", value, score: 0.5, agent: "replies-3" }];
}

import type { AnswerValue } from "@postil/domain/records/answer-values";
import { CONTENTS, STEPS } from "./definition.ts";
import type { Message } from "./messages.ts";
import { fraction } from "./word-vector.ts";

export type DemoSuggestion = {
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

const rounded = (score: number) => Math.round(score * 100) / 100;

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

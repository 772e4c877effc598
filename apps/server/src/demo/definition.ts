import { readFileSync } from "node:fs";
import type { DatasetPlan } from "../client/fill.ts";

/** What the demo dataset is made of: its parts in the wire's names, and what its records draw on. */

const option = (value: string, text: string, description?: string) => ({
  value,
  text,
  description: description ?? null,
});

const TOPICS = [
  option("delivery", "Delivery"),
  option("damaged", "Damaged", "Arrived broken, scratched or incomplete"),
  option("wrong_item", "Wrong item"),
  option("returns", "Returns"),
  option("refund", "Refund"),
  option("payment", "Payment"),
  option("invoice", "Invoice"),
  option("product", "Product question"),
  option("warranty", "Warranty", "Worked at first, broke later"),
  option("account", "Account"),
  option("praise", "Praise", "Nothing to solve"),
  option("other", "Other"),
];

export const CONTENTS = [
  option("order_number", "Order number"),
  option("attachment", "Attachment"),
  option("callback", "Wants a call"),
  option("urgent", "Urgent"),
  option("leaving", "May leave us"),
  option("personal_data", "Personal data"),
  option("sarcasm", "Sarcasm"),
];

export const STEPS = [
  option("apologise", "Apologise"),
  option("explain", "Explain"),
  option("compensate", "Compensate"),
  option("hand_over", "Hand over"),
];

export const VECTOR_DIMENSIONS = 32;
export const VECTOR_NAME = "words";

export const DEMO: DatasetPlan = {
  name: "Customer messages",
  guidelines: readFileSync(new URL("guidelines.md", import.meta.url), "utf8").trim(),
  fields: [
    { name: "message", title: "Message", required: true, settings: { type: "text", use_markdown: false } },
    { name: "context", title: "Order", required: false, settings: { type: "text", use_markdown: true } },
  ],
  questions: [
    {
      name: "topic",
      title: "What does the customer want solved?",
      required: true,
      settings: { type: "label_selection", options: TOPICS, visible_options: null },
    },
    {
      name: "contents",
      title: "What is in the message?",
      description: "Only what the words say.",
      required: false,
      settings: { type: "multi_label_selection", options: CONTENTS, visible_options: null, options_order: "natural" },
    },
    {
      name: "mood",
      title: "How does the customer feel?",
      description: "1 is furious, 5 is delighted.",
      required: true,
      settings: { type: "rating", options: [1, 2, 3, 4, 5].map((value) => ({ value })) },
    },
    {
      name: "next_step",
      title: "What should the answer do first?",
      required: false,
      settings: { type: "ranking", options: STEPS },
    },
    {
      name: "reply",
      title: "A short reply",
      description: "Two or three sentences, in the language of the message.",
      required: false,
      settings: { type: "text", use_markdown: true },
    },
  ],
  metadata: [
    {
      name: "channel",
      title: "Channel",
      settings: { type: "terms", values: ["email", "chat", "app", "phone", "social"] },
    },
    { name: "language", title: "Language", settings: { type: "terms", values: null } },
    { name: "waiting_hours", title: "Waiting (hours)", settings: { type: "integer", min: 0, max: null } },
    { name: "order_value", title: "Order value (EUR)", settings: { type: "float", min: 0, max: null } },
    {
      name: "tier",
      title: "Customer tier",
      settings: { type: "terms", values: ["new", "regular", "gold"] },
      visible_for_annotators: false,
    },
  ],
  vectors: [{ name: VECTOR_NAME, title: "Words", dimensions: VECTOR_DIMENSIONS }],
};

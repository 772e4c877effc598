import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type Bound, differences, filled } from "./compare.ts";

/** One line of a recorded conversation; see tests/recorded/README.md. */
export const Step = z.strictObject({
  as: z.string(),
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.unknown().optional(),
  form: z.record(z.string(), z.string()).optional(),
  raw: z.string().optional(),
  status: z.number(),
  reply: z.unknown().optional(),
  compare: z.literal("status").optional(),
  note: z.string().optional(),
  unordered: z.array(z.string()).default([]),
  among: z.array(z.string()).default([]),
  extra_ok: z.array(z.string()).default([]),
});
export type Step = z.output<typeof Step>;

const NAME = /\$x\d+/g;
/** Characters that a recorded path must encode. */
const TO_ENCODE = /[^A-Za-z0-9_.~/?&=%:,+!*'()@;-]/gu;

/** A client that repeats recorded steps, each as the recorded user, and reports where the responses differ. */
export function createConversation(url: string, ownerKey: string) {
  const bound: Bound = new Map();
  /** Makes up a name for this run when the name first occurs. */
  const fill = (text: string): string => {
    for (const name of text.match(NAME) ?? []) {
      if (!bound.has(name)) bound.set(name, `x${randomUUID().replaceAll("-", "").slice(0, 10)}`);
    }
    return filled(text, bound);
  };
  const keyOf = (speaker: string): { readonly [header: string]: string } => {
    if (speaker === "anonymous") return {};
    return { "X-Argilla-Api-Key": speaker === "owner" ? ownerKey : fill(speaker) };
  };
  const say = async (step: Step): Promise<string[]> => {
    const { type, body } = content(step, fill);
    const response = await fetch(url + fill(step.path).replace(TO_ENCODE, encodeURIComponent), {
      method: step.method,
      headers: {
        ...(type === null ? {} : { "content-type": type }),
        ...Object.fromEntries(Object.entries(step.headers).map(([name, value]) => [name, fill(value)])),
        ...keyOf(step.as),
      },
      ...(body === null ? {} : { body }),
    });
    const got = readReply(await response.text());
    if (response.status !== step.status)
      return [`status ${step.status} expected, ${response.status} got: ${JSON.stringify(got)?.slice(0, 300)}`];
    if (step.compare === "status") return [];
    const { unordered, among, extra_ok: extraOk } = step;
    return differences(step.reply ?? null, got, "reply", { bound, unordered, among, extraOk });
  };
  return { say };
}

type Content = { readonly type: string | null; readonly body: string | null };

function content(step: Step, fill: (text: string) => string): Content {
  if (step.form) {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(step.form)) form.set(name, fill(value));
    return { type: "application/x-www-form-urlencoded", body: form.toString() };
  }
  if (step.raw !== undefined) return { type: "application/json", body: fill(step.raw) };
  if (step.body === undefined) return { type: null, body: null };
  return { type: "application/json", body: fill(JSON.stringify(step.body)) };
}

function readReply(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    // The response is a page, not JSON: compare it as text.
    return text;
  }
}

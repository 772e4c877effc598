import { readFileSync } from "node:fs";
import { z } from "zod";

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
export type Message = z.output<typeof Line>;

/** The messages of the demo, all written for it. */
export const readMessages = (): Message[] =>
  readFileSync(new URL("messages.jsonl", import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => Line.parse(JSON.parse(line)));

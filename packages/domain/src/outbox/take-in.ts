import type { AnswerDraft } from "../records/answer-draft.ts";
import { type KnownResponse, saysTheSame } from "../records/record-status.ts";
import { unsent } from "../records/unsent.ts";
import { sameJson } from "../same-json.ts";
import type { Intent } from "./outbox-entry.ts";
import type { FiledAnswer, FiledDraft, FiledWork } from "./read-work-file.ts";

/** What a browser has of a record. */
export type Here = {
  readonly answer: { readonly intent: Intent; readonly at: number } | null;
  readonly draft: { readonly answers: AnswerDraft; readonly at: number } | null;
};

/** What the server says of a record: `gone`, it is not there or not theirs; else their response. */
export type There = "gone" | { readonly response: KnownResponse | null };

/** `there`: nothing would be another by it. The others say why it is left alone. */
export type Verdict = "takes" | "there" | "newer-here" | "newer-there" | "gone";

/**
 * What becomes of a piece of filed work (AUT-32): it is taken in unless what it says is there already, or something was said since, in
 * this browser or on the server.
 */
export function verdictOn(work: FiledWork, here: Here, there: There): Verdict {
  if (there === "gone") return "gone";
  return work.kind === "answer" ? onAnswer(work, here, there.response) : onDraft(work, here, there.response);
}

function onAnswer({ intent, at, over }: FiledAnswer, { answer }: Here, response: KnownResponse | null): Verdict {
  if (answer !== null) {
    if (sameJson(answer.intent, intent)) return "there";
    if (answer.at >= at) return "newer-here";
  }
  const wanted = intent.kind === "remove" ? null : { ...intent, id: null, updatedAt: null };
  if (saysTheSame(wanted, response)) return "there";
  // By what is said, not by when: two clocks would have to agree.
  const known = over.map((one) => one && { ...one, id: null, updatedAt: null });
  return known.some((one) => saysTheSame(one, response)) ? "takes" : "newer-there";
}

function onDraft({ answers, at }: FiledDraft, { answer, draft }: Here, response: KnownResponse | null): Verdict {
  if (draft !== null) {
    if (sameJson(draft.answers, answers)) return "there";
    if (draft.at >= at) return "newer-here";
  }
  if (answer?.intent.kind === "save" && unsent(answers, answer.intent.values ?? {}) === null) return "there";
  if (answer !== null && answer.at >= at) return "newer-here";
  // It takes nothing away from a response that is newer: the record shows it as typed and not sent.
  return response !== null && unsent(answers, response.values ?? {}) === null ? "there" : "takes";
}

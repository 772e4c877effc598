import type { AnswerDraft } from "../records/answer-draft.ts";
import { type KnownResponse, saysTheSame } from "../records/record-status.ts";
import { unsent } from "../records/unsent.ts";
import { sameJson } from "../same-json.ts";
import type { Intent } from "./outbox-entry.ts";
import type { FiledAnswer, FiledDraft, FiledWork } from "./read-work-file.ts";

/** The unsent work that this browser holds for a record. */
export type Here = {
  readonly answer: { readonly intent: Intent; readonly at: number } | null;
  readonly draft: { readonly answers: AnswerDraft; readonly at: number } | null;
};

/** The server's state of a record: `gone` if it does not exist or is not the user's; else the user's response. */
export type There = "gone" | { readonly response: KnownResponse | null };

/** `takes`: the work is imported. `there`: it would change nothing. The other values say why it is not imported. */
export type Verdict = "takes" | "there" | "newer-here" | "newer-there" | "gone";

/**
 * Decides about a piece of filed work (AUT-32). It is imported unless the same work is there already, or this browser
 * or the server holds newer work.
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
  // Compares contents, not times: two clocks would have to agree.
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
  // A draft does not overwrite a newer response: the record shows it as typed and not sent.
  return response !== null && unsent(answers, response.values ?? {}) === null ? "there" : "takes";
}

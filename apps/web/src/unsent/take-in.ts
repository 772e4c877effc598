import {
  type FiledWork,
  type Here,
  type There,
  type Verdict,
  verdictOn,
  type WorkFile,
} from "@postil/domain/outbox/take-in";
import { DRAFT_LIFETIME, DRAFT_LIMIT } from "../lib/drafts/draft.ts";
import type { DraftService } from "../lib/drafts/draft-service.ts";
import type { OutboxService } from "../lib/outbox/outbox-service.ts";

/**
 * The plan for one piece of work. `full`: this browser stores no more drafts. `replaces`: it replaces older work in this
 * browser.
 */
export type Planned = {
  readonly work: FiledWork;
  readonly there: There;
  readonly verdict: Verdict | "full";
  readonly replaces: boolean;
};
export type Plan = { readonly file: WorkFile; readonly planned: readonly Planned[] };

type Kept = { readonly outbox: OutboxService; readonly drafts: DraftService };

/** Number of records requested at a time, so that other requests are not delayed. */
const AT_ONCE = 4;

/**
 * Plans the import of each piece of work. `ask` reads the record's answer on the server. `tell` receives the number of
 * finished records. When `goesOn` returns false, no more records are requested.
 */
export async function planTakingIn(
  file: WorkFile,
  kept: Kept,
  ask: (work: FiledWork) => Promise<There>,
  tell: (done: number) => void,
  goesOn: () => boolean,
): Promise<Plan> {
  await Promise.all([kept.outbox.ready, kept.drafts.ready]);
  const answers = new Map<string, There>();
  const records = [...new Map(file.work.map((work) => [work.recordId, work])).values()];
  let next = 0;
  const askOn = async () => {
    for (let work = records[next++]; work !== undefined && goesOn(); work = records[next++]) {
      answers.set(work.recordId, await ask(work));
      tell(answers.size);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
  return { file, planned: judged(file.work, kept, (recordId) => answers.get(recordId) ?? "gone") };
}

function judged(
  work: readonly FiledWork[],
  { outbox, drafts }: Kept,
  thereOf: (recordId: string) => There,
): readonly Planned[] {
  let room = DRAFT_LIMIT - drafts.list().length;
  const planned: Planned[] = [];
  const taken = new Map<string, Here["answer"]>();
  for (const one of work) {
    const { recordId } = one;
    const there = thereOf(recordId);
    const here = hereOf(recordId, outbox, drafts);
    const verdict = verdictOn(one, { ...here, answer: taken.get(recordId) ?? here.answer }, there);
    if (verdict === "takes" && one.kind === "answer") taken.set(recordId, { intent: one.intent, at: one.at });
    // A draft that is part of the answer beside it is not listed twice.
    if (verdict === "there" && one.kind === "draft" && taken.has(recordId)) continue;
    const isFull = verdict === "takes" && one.kind === "draft" && here.draft === null && room-- <= 0;
    const replaces = verdict === "takes" && here[one.kind] !== null;
    planned.push({ work: one, there, verdict: isFull ? "full" : verdict, replaces });
  }
  return planned;
}

function hereOf(recordId: string, outbox: OutboxService, drafts: DraftService): Here {
  const entry = outbox.entryOf(recordId);
  const draft = drafts.get(recordId);
  return {
    answer: entry === undefined ? null : { intent: entry.intent, at: entry.wantedAt },
    draft: draft === undefined ? null : { answers: draft.answers, at: draft.savedAt },
  };
}

/** Imports the work that was planned as new. It is checked again first, because another tab may have changed something. */
export function takeIn({ file, planned }: Plan, kept: Kept, now: number): Plan {
  const there = new Map(planned.map((one) => [one.work.recordId, one.there]));
  const wanted = planned.filter(({ verdict }) => verdict === "takes").map(({ work }) => work);
  const judgedNow = judged(wanted, kept, (recordId) => there.get(recordId) ?? "gone");
  const others = planned.filter(({ verdict }) => verdict !== "takes");
  for (const { work, verdict } of judgedNow) {
    if (verdict !== "takes" || work.kind !== "draft") continue;
    const { family, recordId, datasetId, answers, at } = work;
    // A draft older than the browser's storage limit counts from the day of its import.
    kept.drafts.takeIn({ family, recordId, datasetId, answers, savedAt: now - at > DRAFT_LIFETIME ? now : at });
  }
  kept.outbox.want(
    ...judgedNow.flatMap(({ work, there, verdict }) => {
      if (verdict !== "takes" || work.kind !== "answer" || there === "gone") return [];
      const { recordId, datasetId, intent } = work;
      return [{ recordId, datasetId, intent, position: null, shownFor: null, base: there.response }];
    }),
  );
  return { file, planned: [...judgedNow, ...others] };
}

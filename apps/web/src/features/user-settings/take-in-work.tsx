import {
  type FiledWork,
  type FileFault,
  type Here,
  readWorkFile,
  type There,
  type Verdict,
  verdictOn,
  type WorkFile,
} from "@postil/domain/outbox/take-in";
import { WORK_FILE } from "@postil/domain/outbox/work-file";
import { t } from "i18next";
import { useEffect, useState } from "react";
import { failureOf } from "../../lib/api/failure.ts";
import { DRAFT_LIFETIME, DRAFT_LIMIT } from "../../lib/drafts/draft.ts";
import type { DraftService } from "../../lib/drafts/draft-service.ts";
import { useDraftService } from "../../lib/drafts/use-drafts.ts";
import { absoluteTime } from "../../lib/i18n/times.ts";
import type { OutboxService } from "../../lib/outbox/outbox-service.ts";
import { useOutboxService } from "../../lib/outbox/use-outbox.ts";
import { hasLocalStorage } from "../../lib/storage.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { announce } from "../../ui/screen-reader.tsx";
import { preview, statusWord } from "../../unsent/families.ts";
import { type DatasetNameOf, shortId } from "./device-work-list.tsx";

type Me = { readonly id: string; readonly username: string };
type TakeInDialogProps = { of: File; user: Me; nameOf: DatasetNameOf; onClose: () => void };

/** A file of unsent work: its content is shown before anything is imported (AUT-32, design/device.md#work). */
export function TakeInDialog({ of, user, nameOf, onClose }: TakeInDialogProps) {
  const { state, go } = useTakingIn(of, user);
  const count = state.step === "planned" ? groupsOf(state.plan).takes.length : 0;
  return (
    <Dialog
      width={600}
      onClose={onClose}
      title={t(state.step === "done" ? "settings.takeIn.done" : "settings.takeIn.title")}
      footer={
        <>
          <Button variant={count > 0 ? "quiet" : "secondary"} onClick={onClose}>
            {t(count > 0 ? "common.cancel" : "common.close")}
          </Button>
          {count > 0 && (
            <Button variant="primary" onClick={go}>
              {t("settings.takeIn.go", { count })}
            </Button>
          )}
        </>
      }
    >
      <div className="max-h-[60vh] overflow-auto px-6">
        {state.step === "reading" && (
          <p className="text-soft tabular-nums">
            {state.count === 0
              ? t("settings.takeIn.reading", { name: of.name })
              : t("settings.takeIn.comparing", { done: state.done, count: state.count })}
          </p>
        )}
        {state.step === "refused" && (
          <p role="alert" className="text-danger [overflow-wrap:anywhere]">
            {state.why}
          </p>
        )}
        {(state.step === "planned" || state.step === "done") && (
          <>
            <p className="[overflow-wrap:anywhere]">
              {t("settings.takeIn.from", { name: of.name, time: exportTime(state.plan.file) })}
            </p>
            {count > 0 && (
              <p className="mt-1 text-small text-soft">
                {t(hasLocalStorage() ? "settings.takeIn.what" : "settings.takeIn.whatUnkept")}
              </p>
            )}
            <PlanGroups plan={state.plan} isDone={state.step === "done"} nameOf={nameOf} />
          </>
        )}
      </div>
    </Dialog>
  );
}

function exportTime({ exportedAt }: WorkFile): string {
  const at = Date.parse(exportedAt);
  return Number.isNaN(at) ? exportedAt : absoluteTime(at);
}

/** The work that is imported, that already exists, and that cannot be imported, each with its reason. */
function PlanGroups({ plan, isDone, nameOf }: { plan: Plan; isDone: boolean; nameOf: DatasetNameOf }) {
  const { takes, there, not } = groupsOf(plan);
  const { faults } = plan.file;
  const groups = [
    { name: isDone ? "taken" : "takes", planned: takes, faults: [] },
    { name: "there", planned: there, faults: [] },
    { name: "not", planned: not, faults },
  ] as const;
  return groups
    .filter((group) => group.planned.length + group.faults.length > 0)
    .map((group) => (
      <section key={group.name} className="mt-4">
        <h3 className="font-strong">
          {t(`settings.takeIn.${group.name}`, { count: group.planned.length + group.faults.length })}
        </h3>
        <ul className="mt-1 border-line border-b">
          {group.planned.map((one) => (
            <Line key={`${one.work.kind} ${one.work.recordId}`} of={one} nameOf={nameOf} />
          ))}
          {group.faults.map(({ place, member, found, wanted }) => (
            <li key={place} className="border-line border-t py-1.5 text-edited text-small [overflow-wrap:anywhere]">
              {t(`settings.takeIn.wanted.${wanted}`, { place, member, found })}
            </li>
          ))}
        </ul>
      </section>
    ));
}

function Line({ of: { work, verdict, replaces }, nameOf }: { of: Planned; nameOf: DatasetNameOf }) {
  const id = shortId(work.recordId);
  const isDraft = work.kind === "draft";
  const said = preview({ family: work.family, entry: isDraft ? null : work, draft: isDraft ? work : null });
  const dataset = nameOf(work.datasetId) ?? t("settings.device.unknownDataset");
  return (
    <li className="border-line border-t py-1.5">
      <p className="flex items-baseline gap-3">
        <span title={work.recordId} className="min-w-0 flex-1 truncate">
          <b translate="no" className="font-strong">
            {dataset}
          </b>{" "}
          {isDraft
            ? t("settings.takeIn.draft", { id })
            : t("settings.device.done", { id, status: statusWord(work).toLowerCase() })}
        </span>
        {replaces && <span className="flex-none text-edited text-small">{t("settings.takeIn.replaces")}</span>}
        {verdict !== "takes" && verdict !== "there" && (
          <span className="flex-none text-edited text-small">{t(`settings.takeIn.why.${verdict}`)}</span>
        )}
      </p>
      {said !== "" && (
        <p translate="no" dir="auto" className="truncate text-small text-soft">
          {said}
        </p>
      )}
    </li>
  );
}

type State =
  | { readonly step: "reading"; readonly done: number; readonly count: number }
  | { readonly step: "refused"; readonly why: string }
  | { readonly step: "planned" | "done"; readonly plan: Plan };

/** Reads a file and compares it with the work here and on the server; then, if the user continues, imports it. */
function useTakingIn(of: File, me: Me) {
  const kept = { outbox: useOutboxService(), drafts: useDraftService() };
  const [state, setState] = useState<State>({ step: "reading", done: 0, count: 0 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog is about one file
  useEffect(() => {
    let isOpen = true;
    const show = (next: State) => isOpen && setState(next);
    const read = async () => {
      const found = await readFile(of, me);
      if ("why" in found) return show({ step: "refused", ...found });
      const count = new Set(found.file.work.map(({ recordId }) => recordId)).size;
      const tell = (done: number) => show({ step: "reading", done, count });
      try {
        // Reads records of both families, which no other part of the settings does.
        const { ownAnswerOnServer } = await import("../../unsent/families.ts");
        const plan = await planTakingIn(found.file, kept, ownAnswerOnServer, tell, () => isOpen);
        if (isOpen) announce(t("settings.takeIn.planned", countsOf(plan)));
        show({ step: "planned", plan });
      } catch (error) {
        if (failureOf(error) === null) throw error;
        show({ step: "refused", why: t("settings.takeIn.notReached") });
      }
    };
    void read();
    return () => {
      isOpen = false;
    };
  }, []);

  const go = () => {
    if (state.step !== "planned") return;
    const plan = takeIn(state.plan, kept, Date.now());
    setState({ step: "done", plan });
    announce(t("settings.takeIn.tookIn", countsOf(plan)));
  };
  return { state, go };
}

async function readFile(of: File, me: Me) {
  const most = WORK_FILE.mostMegabytes;
  if (of.size > most * 1_000_000) {
    const size = (of.size / 1_000_000).toFixed(1);
    return { why: t("settings.takeIn.fault.too-large", { name: of.name, size, most }) };
  }
  const found = readWorkFile(await of.text(), { userId: me.id, username: me.username }, Date.now());
  return "fault" in found ? { why: faultText(found.fault, of.name, me) } : found;
}

/** Each fault fills in the names that it needs. */
const UNNAMED = { count: 0, detail: "", version: "", username: "", server: "" };

const faultText = (fault: FileFault, name: string, me: Me): string => {
  const named = { ...UNNAMED, ...fault, name, me: me.username, most: WORK_FILE.mostRecords };
  return t(`settings.takeIn.fault.${fault.reason}`, named);
};

function groupsOf({ planned }: Plan) {
  const takes = planned.filter(({ verdict }) => verdict === "takes");
  const there = planned.filter(({ verdict }) => verdict === "there");
  return { takes, there, not: planned.filter((one) => !takes.includes(one) && !there.includes(one)) };
}

function countsOf(plan: Plan) {
  const { takes, there, not } = groupsOf(plan);
  return { takes: takes.length, there: there.length, not: not.length + plan.file.faults.length };
}

/**
 * The plan for one piece of work. `full`: this browser stores no more drafts. `replaces`: it replaces older work in this
 * browser.
 */
type Planned = {
  readonly work: FiledWork;
  readonly there: There;
  readonly verdict: Verdict | "full";
  readonly replaces: boolean;
};
type Plan = { readonly file: WorkFile; readonly planned: readonly Planned[] };

type Kept = { readonly outbox: OutboxService; readonly drafts: DraftService };

/** Number of records requested at a time, so that other requests are not delayed. */
const AT_ONCE = 4;

/**
 * Plans the import of each piece of work. `ask` reads the record's answer on the server. `tell` receives the number of
 * finished records. When `goesOn` returns false, no more records are requested.
 */
async function planTakingIn(
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
function takeIn({ file, planned }: Plan, kept: Kept, now: number): Plan {
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

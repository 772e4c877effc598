import { type FileFault, readWorkFile } from "@postil/domain/outbox/read-work-file";
import { WORK_FILE } from "@postil/domain/outbox/work-file";
import { type TFunction, t } from "i18next";
import { useEffect, useState } from "react";
import { failureOf } from "../../../lib/api/failure.ts";
import { type Plan, type Planned, planTakingIn, takeIn } from "../../../lib/device-work/take-in.ts";
import { useDraftService } from "../../../lib/drafts/use-drafts.ts";
import { useOutboxService } from "../../../lib/outbox/use-outbox.ts";
import { announce } from "../../../ui/live-region.tsx";

type State =
  | { readonly step: "reading"; readonly done: number; readonly count: number }
  | { readonly step: "refused"; readonly why: string }
  | { readonly step: "planned" | "done"; readonly plan: Plan };

type Me = { readonly id: string; readonly username: string };

/** A file is read and compared with what is here and on the server; then, if the reader goes on, taken in. */
export function useTakingIn(of: File, me: Me) {
  const kept = { outbox: useOutboxService(), drafts: useDraftService() };
  const [state, setState] = useState<State>({ step: "reading", done: 0, count: 0 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog is about one file
  useEffect(() => {
    let isOpen = true;
    const show = (next: State) => isOpen && setState(next);
    const read = async () => {
      const found = await readFile(of, me, t);
      if ("why" in found) return show({ step: "refused", ...found });
      const count = new Set(found.file.work.map(({ recordId }) => recordId)).size;
      const tell = (done: number) => show({ step: "reading", done, count });
      try {
        // Reads records of either family, as no other part of the settings does.
        const { ownAnswerOnServer } = await import("../../../lib/device-work/own-answer-on-server.ts");
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

async function readFile(of: File, me: Me, t: TFunction) {
  const most = WORK_FILE.mostMegabytes;
  if (of.size > most * 1_000_000) {
    const size = (of.size / 1_000_000).toFixed(1);
    return { why: t("settings.takeIn.fault.too-large", { name: of.name, size, most }) };
  }
  const found = readWorkFile(await of.text(), { userId: me.id, username: me.username }, Date.now());
  return "fault" in found ? { why: faultText(t, found.fault, of.name, me) } : found;
}

/** Each fault names what it is about. */
const UNNAMED = { count: 0, detail: "", version: "", username: "", server: "" };

const faultText = (t: TFunction, fault: FileFault, name: string, me: Me): string => {
  const named = { ...UNNAMED, ...fault, name, me: me.username, most: WORK_FILE.mostRecords };
  return t(`settings.takeIn.fault.${fault.reason}`, named);
};

export function groupsOf({ planned }: Plan) {
  const takes = planned.filter(({ verdict }) => verdict === "takes");
  const there = planned.filter(({ verdict }) => verdict === "there");
  return { takes, there, not: planned.filter((one) => !takes.includes(one) && !there.includes(one)) };
}

export const takingOf = (plan: Plan): readonly Planned[] => groupsOf(plan).takes;

function countsOf(plan: Plan) {
  const { takes, there, not } = groupsOf(plan);
  return { takes: takes.length, there: there.length, not: not.length + plan.file.faults.length };
}

import type { LastSeen, PersonWork } from "@postil/domain/accounts/people";
import { type TFunction, t } from "i18next";
import { Check, X } from "lucide-react";
import { relativeTime, toMilliseconds } from "../../../lib/i18n/times.ts";
import { Icon } from "../../../ui/icon.tsx";
import { SkeletonBar } from "../../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";

/** What becomes of a person's work, numbers first: what stays with a check, what goes with a cross. */
export function WorkLines({ work, lastSeen }: { work: PersonWork | undefined; lastSeen: LastSeen | null }) {
  const lines = useLines(work, lastSeen);
  return (
    <ul aria-busy={work === undefined} aria-label={t("people.deleteDialog.lines")} className="border-line border-t">
      {lines.map(({ of, stays, what, becomes }) => (
        <li
          key={of}
          className="grid min-h-9 grid-cols-[14px_184px_minmax(0,1fr)] items-center gap-x-2 border-line border-b py-1.5 max-[640px]:grid-cols-[14px_minmax(0,1fr)]"
        >
          <span className={stays ? "text-submitted" : "text-danger"}>
            <Icon of={stays ? Check : X} size={14} />
          </span>
          <span className="font-strong tabular-nums">
            <VisuallyHidden>{t(stays ? "people.deleteDialog.stays" : "people.deleteDialog.goes")}</VisuallyHidden>
            {what ?? <SkeletonBar width={96} />}
          </span>
          <span className="max-[640px]:col-start-2">{becomes ?? <SkeletonBar width={240} />}</span>
        </li>
      ))}
    </ul>
  );
}

type Line = {
  readonly of: "answers" | "tasks" | "drafts" | "keys";
  readonly stays: boolean;
  readonly what?: string;
  readonly becomes?: string;
};
const WAITING: readonly Line[] = [
  { of: "answers", stays: true },
  { of: "tasks", stays: true },
  { of: "drafts", stays: false },
  { of: "keys", stays: false },
];

/** Of what there is none nothing is said, but for answers, which one would look for. */
function useLines(work: PersonWork | undefined, lastSeen: LastSeen | null): readonly Line[] {
  if (work === undefined) return WAITING;
  const { answers, datasets, annotations, rules, taskDatasets, drafts, keys } = work;
  const say = (what: "answers" | "annotations" | "rules" | "drafts" | "keys", count: number) =>
    t(`people.deleteDialog.${what}`, { count });
  const stay = (count: number) => t("people.deleteDialog.stay", { count });
  const tasks = [
    ...(annotations > 0 ? [say("annotations", annotations)] : []),
    ...(rules > 0 ? [say("rules", rules)] : []),
  ];
  return [
    {
      of: "answers",
      stays: true,
      what: say("answers", answers),
      becomes:
        answers > 0
          ? t("people.deleteDialog.answersStay", { stay: stay(answers), count: datasets })
          : t("people.deleteDialog.noAnswers"),
    },
    ...(tasks.length > 0
      ? [
          {
            of: "tasks" as const,
            stays: true,
            what: tasks.join(", "),
            becomes: t("people.deleteDialog.annotationsStay", { stay: stay(annotations + rules), count: taskDatasets }),
          },
        ]
      : []),
    ...(drafts > 0
      ? [
          {
            of: "drafts" as const,
            stays: false,
            what: say("drafts", drafts),
            becomes: t("people.deleteDialog.draftsGo", { count: drafts }),
          },
        ]
      : []),
    { of: "keys", stays: false, what: say("keys", keys), becomes: keysBecome(t, keys, lastSeen) },
  ];
}

function keysBecome(t: TFunction, count: number, lastSeen: LastSeen | null): string {
  if (lastSeen?.byKey !== true) return t("people.deleteDialog.keysGo", { count });
  const ms = toMilliseconds(lastSeen.at);
  return t("people.deleteDialog.keysUsed", { count, time: relativeTime(ms, Math.max(Date.now(), ms)) });
}

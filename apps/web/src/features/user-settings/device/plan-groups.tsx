import type { RecordFault } from "@postil/domain/outbox/read-work-file";
import { t } from "i18next";
import type { ReactNode } from "react";
import { preview } from "../../../lib/device-work/preview.ts";
import { statusWord } from "../../../lib/device-work/status-word.ts";
import type { Plan, Planned } from "../../../lib/device-work/take-in.ts";
import { shortId } from "./short-id.ts";
import type { DatasetNameOf } from "./use-dataset-names.ts";
import { groupsOf } from "./use-taking-in.ts";

type PlanGroupsProps = { plan: Plan; isDone: boolean; nameOf: DatasetNameOf };

/** What is taken in, what was there already, and what cannot be taken, each with its reason. */
export function PlanGroups({ plan, isDone, nameOf }: PlanGroupsProps) {
  const { takes, there, not } = groupsOf(plan);
  const { faults } = plan.file;
  return (
    <>
      <Group heading={t(isDone ? "settings.takeIn.taken" : "settings.takeIn.takes", { count: takes.length })}>
        {takes.map((one) => (
          <Line key={keyOf(one)} of={one} nameOf={nameOf} />
        ))}
      </Group>
      <Group heading={t("settings.takeIn.there", { count: there.length })}>
        {there.map((one) => (
          <Line key={keyOf(one)} of={one} nameOf={nameOf} />
        ))}
      </Group>
      <Group heading={t("settings.takeIn.not", { count: not.length + faults.length })}>
        {not.map((one) => (
          <Line key={keyOf(one)} of={one} nameOf={nameOf} />
        ))}
        {faults.map((fault) => (
          <Fault key={fault.place} of={fault} />
        ))}
      </Group>
    </>
  );
}

const keyOf = ({ work }: Planned): string => `${work.kind} ${work.recordId}`;

function Group({ heading, children }: { heading: string; children: ReactNode[] | ReactNode[][] }) {
  if (children.flat().length === 0) return null;
  return (
    <section className="mt-4">
      <h3 className="font-strong">{heading}</h3>
      <ul className="mt-1 border-line border-b">{children}</ul>
    </section>
  );
}

function Line({ of: { work, verdict, replaces }, nameOf }: { of: Planned; nameOf: DatasetNameOf }) {
  const id = shortId(work.recordId);
  const said = preview(asItem(work));
  const dataset = nameOf(work) ?? t("settings.device.unknownDataset");
  return (
    <li className="border-line border-t py-1.5">
      <p className="flex items-baseline gap-3">
        <span title={work.recordId} className="min-w-0 flex-1 truncate">
          <b translate="no" className="font-strong">
            {dataset}
          </b>{" "}
          {work.kind === "draft"
            ? t("settings.takeIn.draft", { id })
            : t("settings.device.done", { id, status: statusWord(t, work).toLowerCase() })}
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

const asItem = (work: Planned["work"]): Parameters<typeof preview>[0] =>
  work.kind === "draft" ? { entry: null, draft: work } : { entry: work, draft: null };

function Fault({ of: { place, member, found, wanted } }: { of: RecordFault }) {
  const named = { place, member, found };
  return (
    <li className="border-line border-t py-1.5 text-edited text-small [overflow-wrap:anywhere]">
      {t(`settings.takeIn.wanted.${wanted}`, named)}
    </li>
  );
}

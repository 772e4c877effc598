import { agreement, type Counts } from "@postil/domain/tasks/task-figures";
import { t } from "i18next";
import { Check, X } from "lucide-react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { Icon } from "../../../ui/icon.tsx";
import { ProgressSegments } from "../../../ui/progress-segments.tsx";
import { percent } from "../../../workbench/foot/percent.ts";
import { Share } from "./panel-parts.tsx";

/** How often prediction and annotation are the same, of the records that have both. */
export function Agreement({ counts }: { counts: Counts }) {
  const figures = agreement(counts);
  if (figures === null) return null;
  const { ok, ko, compared, share } = figures;
  const said = (name: "ok" | "ko") => `${figures[name].toLocaleString(LOCALE)} ${t(`taskPanel.${name}`)}`;
  return (
    <section aria-label={t("taskPanel.right")}>
      <Share
        share={percent(share * 100, 1)}
        what={t("taskPanel.right")}
        of={t("taskPanel.compared", { count: compared })}
      />
      <ProgressSegments
        label={t("taskPanel.right")}
        total={compared}
        thick
        segments={[
          { status: "submitted", value: ok, text: said("ok") },
          { status: "conflicting", value: ko, text: said("ko") },
        ]}
        className="mb-1"
      />
      <dl className="grid grid-cols-2 gap-x-6">
        {(["ok", "ko"] as const).map((name) => (
          <div key={name} className="flex h-6 items-center">
            <dt className={`flex items-center gap-1.5 ${name === "ok" ? "text-submitted" : "text-edited"}`}>
              <Icon of={name === "ok" ? Check : X} />
              {t(`taskPanel.${name}`)}
            </dt>
            <dd className="ml-auto tabular-nums">{figures[name].toLocaleString(LOCALE)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

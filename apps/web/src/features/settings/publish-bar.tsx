import { datasetFromWire } from "@postil/contract/datasets/mapping";
import type { Dataset } from "@postil/domain/datasets/dataset";
import type { Field } from "@postil/domain/datasets/field";
import { type PublishFault, publishFaults } from "@postil/domain/datasets/publish";
import type { Question } from "@postil/domain/datasets/question";
import { useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { useState } from "react";
import "../../lib/i18n/en/drafts.ts";
import { api } from "../../lib/api/api.ts";
import { datasetKey, datasetQuery } from "../../lib/api/queries/dataset.ts";
import { notify } from "../../lib/toasts/store.ts";
import { Button } from "../../ui/button.tsx";
import { textLinkClass } from "../../ui/cx.ts";
import { InlineError } from "../../ui/no-content.tsx";
import { isSomethingNotAdded } from "../../ui/settings/unsaved.ts";
import { useDrafts } from "./drafts.tsx";
import { reasonOf } from "./parts.ts";

type Tab = "info" | "fields" | "questions" | "metadata" | "vectors" | "snapshots" | "danger";
type PublishBarProps = {
  dataset: Dataset;
  /** undefined while they load */
  fields: readonly Field[] | undefined;
  questions: readonly Question[] | undefined;
  /** the tab with something that is not saved */
  unsaved: Tab | undefined;
  onTab: (tab: Tab) => void;
};

/** What a draft is, what it lacks, and the button that publishes it (DSB-06). */
export function PublishBar({ dataset, fields, questions, unsaved, onTab }: PublishBarProps) {
  const client = useQueryClient();
  const { onRefused } = useDrafts();
  const [isGoing, setGoing] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const isKnown = fields !== undefined && questions !== undefined;
  const faults = isKnown ? publishFaults(fields, questions) : [];
  const lacks = [
    ...faults.map((fault) => ({ text: textOf(fault), tab: fault.what === "fields" ? "fields" : "questions" }) as const),
    ...(unsaved === undefined ? [] : [{ text: t("drafts.publish.unsaved"), tab: unsaved }]),
  ];
  const publish = async () => {
    const [first] = lacks;
    if (first !== undefined) return onTab(first.tab);
    if (isSomethingNotAdded()) return setRefused(t("drafts.publish.notAdded"));
    setGoing(true);
    setRefused(null);
    try {
      const reply = await api.call("publishDataset", { params: { dataset_id: dataset.id } }, { quiet: true });
      client.setQueryData(datasetQuery(dataset.id).queryKey, datasetFromWire(reply));
      void client.invalidateQueries({ queryKey: ["datasets"] });
      notify({ message: t("drafts.publish.done", { name: dataset.name }) });
      onTab("info");
    } catch (error) {
      const { status, reason } = reasonOf(error);
      setRefused(t("drafts.publish.refused", { reason }));
      if (status === 403) onRefused();
      // Somebody else may have published it, or taken away what it needs.
      void client.invalidateQueries({ queryKey: datasetKey(dataset.id) });
    } finally {
      setGoing(false);
    }
  };
  return (
    <section
      aria-label={t("drafts.publish.title")}
      className="mb-3 flex flex-wrap items-start gap-x-6 gap-y-2 rounded-panel bg-sunken px-4 py-3 shadow-[inset_0_0_0_1px_var(--line)]"
    >
      <div className="min-w-60 flex-1">
        <h2 className="font-strong">{t("drafts.publish.title")}</h2>
        <p className="text-soft">{t("drafts.publish.text")}</p>
        {lacks.length > 0 && (
          <>
            <p className="mt-2">{t("drafts.publish.lacks")}</p>
            <ul className="list-disc pl-5">
              {lacks.map(({ text, tab }) => (
                <li key={text}>
                  <button type="button" onClick={() => onTab(tab)} className={`${textLinkClass} text-left`}>
                    {text}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
        {refused !== null && <InlineError message={refused} />}
      </div>
      <Button
        variant="primary"
        disabled={!isKnown || isGoing}
        // Still pressable, so that it leads to what lacks.
        inactive={lacks.length > 0}
        onClick={() => void publish()}
      >
        {t(isGoing ? "drafts.publish.publishing" : "drafts.publish.button")}
      </Button>
    </section>
  );
}

const textOf = (fault: PublishFault): string =>
  fault.what === "lost" ? t("drafts.publish.lost", fault) : t(`drafts.publish.${fault.what}`);

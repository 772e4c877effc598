import { textsPreview } from "@postil/domain/records/record-preview";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import { textsOfRecord } from "@postil/domain/tasks/record-info";
import { referenceBy, type TaskReference, vectorsOfPage } from "@postil/domain/tasks/shown-record";
import { t } from "i18next";
import { useMemo } from "react";
import { useOutboxService } from "../../../lib/outbox/use-outbox.ts";
import { ReferenceBand, VectorChoice } from "../../../workbench/record/reference-bar.tsx";
import { useShownRecords } from "../saving/use-shown-records.ts";
import { useTaskPage } from "../state/task-page-context.ts";
import type { TaskKind } from "../task-kind.ts";

export type ReferenceProps = { reference: TaskReference; kind: TaskKind; labels: readonly GlobalLabel[] };

/**
 * The reference record of a similarity search, pinned above the results and read-only, until it is removed or replaced
 * (TSE-26). Lazily loaded.
 */
export default function Reference({ reference, kind, labels }: ReferenceProps) {
  const { isLoading, showSimilarTo } = useTaskPage();
  const { record, vector, datasetId } = reference;
  const own = vectorsOfPage(datasetId, [record]);
  const choose = (chosen: string) => {
    const by = own.find(({ name }) => name === chosen);
    if (by !== undefined) showSimilarTo(referenceBy(record, by));
  };
  return (
    <ReferenceBand
      reference={{
        texts: textsPreview(textsOfRecord(record).map(({ text }) => text)),
        failed: false,
        retry: nothing,
        whole: <Whole reference={reference} kind={kind} labels={labels} />,
      }}
      loading={isLoading}
      isExpanded
      before={<span className="text-ink max-md:pl-2">{t("similaritySearch.bar.most")}</span>}
      after={
        <VectorChoice
          title={vector.name}
          selected={vector.name}
          choices={own.map(({ name }) => ({ value: name, text: name }))}
          onChoose={choose}
        />
      }
      onEnd={() => showSimilarTo(null)}
    />
  );
}

const nothing = () => undefined;

/** At most 30 % of the window height. Shows the record with its later changes. */
function Whole({ reference: { record }, kind: { Explore }, labels }: ReferenceProps) {
  const outbox = useOutboxService();
  const found = useMemo(() => ({ records: [record], readAt: outbox.confirmed.mark() }), [record, outbox]);
  const [shown] = useShownRecords(found);
  return (
    <section
      aria-label={t("similaritySearch.bar.reference")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
      tabIndex={0}
      className="max-h-[30vh] overflow-y-auto border-line border-t bg-sunken px-16 py-4 -outline-offset-4! max-md:px-4"
    >
      {/* As wide as in the list. */}
      <div className="max-w-[748px]">
        {shown !== undefined && <Explore record={shown} labels={labels} isCursor={false} />}
      </div>
    </section>
  );
}

import type { Field } from "@postil/domain/datasets/field";
import type { VectorSettings } from "@postil/domain/datasets/vector-settings";
import { SIMILARITY_LIMITS, type Similarity } from "@postil/domain/search/record-criteria";
import { useQuery } from "@tanstack/react-query";
import { ChevronsUpDown, X } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ReferenceRecord } from "../../features/feedback/record/reference-record.tsx";
import { titleOf } from "../../features/feedback/record/shown-fields.ts";
import { recordQuery } from "../../lib/api/queries/record.ts";
import { useCommands } from "../../lib/commands/commands-provider.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import type { CriteriaControls } from "../criteria/criteria-controls.ts";
import type { Choice } from "./choice.ts";
import { ChoiceButton } from "./choice-button.tsx";
import { ReferencePreview } from "./reference-preview.tsx";
import { useVectorNames } from "./use-vector-names.ts";

export type ReferenceBarProps = Pick<CriteriaControls, "loading" | "findSimilar" | "endSimilarity"> & {
  datasetId: string;
  fields: readonly Field[];
  vectors: readonly VectorSettings[];
  similarity: Similarity;
};

/** "Most similar to “I keep reading …” by text-384, 50": each part asks anew, the × goes back to what was shown before. */
export default function ReferenceBar(props: ReferenceBarProps) {
  const { datasetId, fields, similarity, loading, endSimilarity } = props;
  const { t } = useTranslation();
  const reference = useQuery(recordQuery(datasetId, similarity.recordId));
  const [expanded, setExpanded] = useState(false);
  const whole = useId();
  const record = reference.data ?? null;
  const label = t("similarity.command.end");
  useCommands([{ id: "similarity.end", label, icon: X, section: "dataset", run: endSimilarity }]);
  return (
    <section aria-label={t("similarity.bar.label")} aria-busy={loading || undefined} className="border-line border-b">
      <div className="flex min-h-11 items-center gap-1 bg-sunken pr-3 pl-4 text-soft max-md:pr-1 max-md:pl-2">
        <div className="flex min-w-0 flex-1 items-center gap-1 whitespace-nowrap max-md:flex-wrap">
          <ReferencePreview
            before={<OrderChoice {...props} />}
            reference={reference.data}
            failed={reference.isError}
            onRetry={() => void reference.refetch()}
            fields={fields}
          />
          <VectorChoice {...props} />
          <LimitChoice {...props} />
        </div>
        <IconButton
          size="small"
          icon={ChevronsUpDown}
          label={t(expanded ? "similarity.bar.collapse" : "similarity.bar.expand")}
          aria-expanded={expanded}
          aria-controls={whole}
          disabled={record === null}
          className={touchable}
          onClick={() => setExpanded(!expanded)}
        />
        <IconButton
          size="small"
          icon={X}
          label={t("similarity.bar.end")}
          className={touchable}
          onClick={endSimilarity}
        />
      </div>
      <div id={whole}>{expanded && record !== null && <ReferenceRecord record={record} fields={fields} />}</div>
    </section>
  );
}

const touchable = "max-md:size-11";
const ORDERS = ["most", "least"] as const;

function OrderChoice({ similarity, findSimilar }: ReferenceBarProps) {
  const { t } = useTranslation();
  const text = t(`similarity.bar.${similarity.order}`);
  return (
    <ChoiceButton
      label={t("similarity.bar.order")}
      name={t("similarity.bar.orderNow", { order: text })}
      selected={similarity.order}
      choices={ORDERS.map((value) => ({ value, text: t(`similarity.panel.${value}`) }))}
      onChoose={(order) => findSimilar({ ...similarity, order })}
    >
      {text}
    </ChoiceButton>
  );
}

/** With one kind of vector there is nothing to choose. */
function VectorChoice({ datasetId, vectors, similarity, findSimilar }: ReferenceBarProps) {
  const { t } = useTranslation();
  const names = useVectorNames({ datasetId, recordId: similarity.recordId }, vectors);
  const present = vectors.find(({ name }) => name === similarity.vector);
  const title = present === undefined ? similarity.vector : titleOf(present);
  if (vectors.length < 2) return <span className="mr-1 truncate text-ink">{title}</span>;
  const choices = vectors.map((settings): Choice<string> => {
    const there = names?.includes(settings.name) ?? true;
    const text = there ? titleOf(settings) : t("similarity.missing", { vector: titleOf(settings) });
    return { value: settings.name, text, disabled: !there };
  });
  return (
    <ChoiceButton
      label={t("similarity.bar.vector")}
      name={t("similarity.bar.vectorNow", { vector: title })}
      shrinks
      selected={similarity.vector}
      choices={choices}
      onChoose={(vector) => findSimilar({ ...similarity, vector })}
    >
      {title}
    </ChoiceButton>
  );
}

function LimitChoice({ similarity, findSimilar }: ReferenceBarProps) {
  const { t } = useTranslation();
  const inWords = (count: number) => t("similarity.bar.limitNow", { count });
  return (
    <ChoiceButton
      label={t("similarity.bar.limit")}
      name={inWords(similarity.limit)}
      selected={String(similarity.limit)}
      choices={SIMILARITY_LIMITS.map((limit) => ({ value: String(limit), text: String(limit) }))}
      onChoose={(limit) => findSimilar({ ...similarity, limit: Number(limit) })}
    >
      {similarity.limit}
    </ChoiceButton>
  );
}

import { SIMILARITY_LIMITS } from "@postil/domain/search/record-criteria";
import { ChevronsUpDown, X } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommands } from "../../lib/commands/commands-provider.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { titleOf } from "../record/title-of.ts";
import type { Choice } from "./choice.ts";
import { ChoiceButton } from "./choice-button.tsx";
import { ReferencePreview, type ReferenceTexts } from "./reference-preview.tsx";
import type { SimilaritySearch } from "./similarity-bar.tsx";
import { useVectorNames } from "./use-vector-names.ts";

/** The record that others are compared with, as its family reads and draws it. */
export type Reference = ReferenceTexts & {
  /** all of it; null while it is not here */
  readonly whole: ReactNode;
};

/** "Most similar to “I keep reading …” by text-384, 50": each part asks anew, the × goes back to what was shown before. */
export function ReferenceBar(props: SimilaritySearch & { reference: Reference }) {
  const { reference, loading, endSimilarity } = props;
  const { t } = useTranslation();
  const [expanded, setExpanded] = useState(false);
  const whole = useId();
  const label = t("similarity.command.end");
  useCommands([{ id: "similarity.end", label, icon: X, section: "dataset", run: endSimilarity }]);
  return (
    <section aria-label={t("similarity.bar.label")} aria-busy={loading || undefined} className="border-line border-b">
      <div className="flex min-h-11 items-center gap-1 bg-sunken pr-3 pl-4 text-soft max-md:pr-1 max-md:pl-2">
        <div className="flex min-w-0 flex-1 items-center gap-1 whitespace-nowrap max-md:flex-wrap">
          <ReferencePreview before={<OrderChoice {...props} />} reference={reference} />
          <VectorChoice {...props} />
          <LimitChoice {...props} />
        </div>
        <IconButton
          size="small"
          icon={ChevronsUpDown}
          label={t(expanded ? "similarity.bar.collapse" : "similarity.bar.expand")}
          aria-expanded={expanded}
          aria-controls={whole}
          disabled={reference.whole === null}
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
      <div id={whole}>{expanded && reference.whole}</div>
    </section>
  );
}

const touchable = "max-md:size-11";
const ORDERS = ["most", "least"] as const;

function OrderChoice({ similarity, findSimilar }: SimilaritySearch) {
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
function VectorChoice({ datasetId, vectors, similarity, findSimilar }: SimilaritySearch) {
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

function LimitChoice({ similarity, findSimilar }: SimilaritySearch) {
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

import { SIMILARITY_LIMITS } from "@postil/domain/search/record-criteria";
import { t } from "i18next";
import { titleOf } from "../record/title-of.ts";
import { ChoiceButton } from "./choice-button.tsx";
import { type Reference, ReferenceBand } from "./reference-band.tsx";
import type { SimilaritySearch } from "./similarity-bar.tsx";
import { useVectorNames } from "./use-vector-names.ts";
import { VectorChoice } from "./vector-choice.tsx";

/** "Most similar to “I keep reading …” by text-384, 50": each part asks anew, the × goes back to what was shown before. */
export function ReferenceBar(props: SimilaritySearch & { reference: Reference }) {
  const { reference, loading, endSimilarity } = props;
  return (
    <ReferenceBand
      reference={reference}
      loading={loading}
      before={<OrderChoice {...props} />}
      after={
        <>
          <ComparedVector {...props} />
          <LimitChoice {...props} />
        </>
      }
      onEnd={endSimilarity}
    />
  );
}

const ORDERS = ["most", "least"] as const;

function OrderChoice({ similarity, findSimilar }: SimilaritySearch) {
  const text = t(`similaritySearch.bar.${similarity.order}`);
  return (
    <ChoiceButton
      label={t("similaritySearch.bar.order")}
      name={t("similaritySearch.bar.orderNow", { order: text })}
      selected={similarity.order}
      choices={ORDERS.map((value) => ({ value, text: t(`similaritySearch.panel.${value}`) }))}
      onChoose={(order) => findSimilar({ ...similarity, order })}
    >
      {text}
    </ChoiceButton>
  );
}

function ComparedVector({ datasetId, vectors, similarity, findSimilar }: SimilaritySearch) {
  const names = useVectorNames({ datasetId, recordId: similarity.recordId }, vectors);
  const present = vectors.find(({ name }) => name === similarity.vector);
  const choices = vectors.map((settings) => {
    const there = names?.includes(settings.name) ?? true;
    const text = there ? titleOf(settings) : t("similarity.missing", { vector: titleOf(settings) });
    return { value: settings.name, text, disabled: !there };
  });
  return (
    <VectorChoice
      title={present === undefined ? similarity.vector : titleOf(present)}
      selected={similarity.vector}
      choices={choices}
      onChoose={(vector) => findSimilar({ ...similarity, vector })}
    />
  );
}

function LimitChoice({ similarity, findSimilar }: SimilaritySearch) {
  const inWords = (count: number) => t("similaritySearch.bar.limitNow", { count });
  return (
    <ChoiceButton
      label={t("similaritySearch.bar.limit")}
      name={inWords(similarity.limit)}
      selected={String(similarity.limit)}
      choices={SIMILARITY_LIMITS.map((limit) => ({ value: String(limit), text: String(limit) }))}
      onChoose={(limit) => findSimilar({ ...similarity, limit: Number(limit) })}
    >
      {similarity.limit}
    </ChoiceButton>
  );
}

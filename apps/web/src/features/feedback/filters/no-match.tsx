import { wordsOfFilter } from "@postil/domain/search/filter-words";
import { NoMatch, type NoMatchProps } from "./no-match-message.tsx";
import { useFilterOffer } from "./use-filter-offer.ts";

/** Shown if no record of a feedback dataset matches. Lazily loaded. */
export default function FeedbackNoMatch({ datasetId, controls }: NoMatchProps) {
  const { fields, known } = useFilterOffer(datasetId);
  return (
    <NoMatch
      controls={controls}
      fieldText={(field) => fields.find(({ name }) => name === field)?.title ?? field}
      filterWords={(filter) => wordsOfFilter(filter, known)}
    />
  );
}

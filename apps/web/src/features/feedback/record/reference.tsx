import type { Field } from "@postil/domain/datasets/field";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { recordPreview } from "@postil/domain/records/record-preview";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import type { RefObject } from "react";
import { fieldsQuery } from "../../../lib/api/queries/dataset-parts.ts";
import { recordQuery } from "../../../lib/api/queries/records.ts";
import { Matches } from "../../../workbench/record/matches.tsx";
import { ReferenceBar, type SimilaritySearch } from "../../../workbench/record/reference-bar.tsx";
import { shownFields } from "./field-kinds.ts";
import { FieldView, useFieldLooks } from "./record-body.tsx";

export type ReferenceProps = SimilaritySearch & { atHand: RefObject<FeedbackRecord | undefined> };

/** The reference record of a similarity search, named by the first words of its first two fields (FFI-24). Lazily loaded. */
export default function Reference({ atHand, ...search }: ReferenceProps) {
  const { datasetId, similarity } = search;
  const known = atHand.current?.id === similarity.recordId ? atHand.current : undefined;
  const { data: fields } = useQuery(fieldsQuery(datasetId));
  const {
    data: record,
    isError,
    refetch,
  } = useQuery({ ...recordQuery(datasetId, similarity.recordId), ...(known && { initialData: known }) });
  return (
    <ReferenceBar
      {...search}
      reference={{
        texts: record && fields && recordPreview(fields, record),
        failed: isError,
        retry: () => void refetch(),
        whole: record && fields ? <ReferenceRecord record={record} fields={fields} /> : null,
      }}
    />
  );
}

/** The complete reference record, at most 30 % of the window height (design/filters.md#similar-records). */
function ReferenceRecord({ record, fields }: { record: FeedbackRecord; fields: readonly Field[] }) {
  const { lookOf, onLook } = useFieldLooks();
  return (
    <section
      aria-label={t("similaritySearch.bar.reference")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
      tabIndex={0}
      className="max-h-[30vh] overflow-y-auto border-line border-t bg-sunken py-4 -outline-offset-4!"
    >
      {/* The reference record need not match the text search, so its words are not marked. */}
      <Matches text={null}>
        {shownFields(fields, record).map(({ field, text }) => (
          <FieldView key={field.name} field={field} text={text} look={lookOf(field.name)} onLook={onLook} />
        ))}
      </Matches>
    </section>
  );
}

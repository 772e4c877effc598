import type { FeedbackRecord } from "@postil/domain/records/record";
import { recordPreview } from "@postil/domain/records/record-preview";
import { useQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import { fieldsQuery } from "../../../lib/api/queries/dataset-parts.ts";
import { recordQuery } from "../../../lib/api/queries/record.ts";
import { ReferenceBar } from "../../../workbench/similarity/reference-bar.tsx";
import type { SimilaritySearch } from "../../../workbench/similarity/similarity-bar.tsx";
import { ReferenceRecord } from "./reference-record.tsx";

export type ReferenceProps = SimilaritySearch & { atHand: RefObject<FeedbackRecord | undefined> };

/** The reference record of a similarity search, named by the beginnings of its first two fields (FFI-24). Lazily loaded. */
export default function Reference({ atHand, ...search }: ReferenceProps) {
  const { datasetId, similarity } = search;
  const known = atHand.current?.id === similarity.recordId ? atHand.current : undefined;
  const { data: fields } = useQuery(fieldsQuery(datasetId));
  const {
    data: record,
    isError,
    refetch,
  } = useQuery({
    ...recordQuery(datasetId, similarity.recordId),
    ...(known && { initialData: known }),
  });
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

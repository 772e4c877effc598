import { recordPreview } from "@postil/domain/records/record-preview";
import { useQuery } from "@tanstack/react-query";
import { fieldsQuery } from "../../../lib/api/queries/dataset-parts.ts";
import { recordQuery } from "../../../lib/api/queries/record.ts";
import { ReferenceBar } from "../../../workbench/similarity/reference-bar.tsx";
import type { SimilaritySearch } from "../../../workbench/similarity/similarity-bar.tsx";
import { ReferenceRecord } from "./reference-record.tsx";

/** The reference record of a similarity search, named by the beginnings of its first two fields (FFI-24). Lazily loaded. */
export default function Reference(search: SimilaritySearch) {
  const { datasetId, similarity } = search;
  const { data: fields } = useQuery(fieldsQuery(datasetId));
  const { data: record, isError, refetch } = useQuery(recordQuery(datasetId, similarity.recordId));
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

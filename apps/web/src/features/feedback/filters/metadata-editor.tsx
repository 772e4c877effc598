import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import { termChoices } from "@postil/domain/search/filter-offer";
import { metadataTrack } from "@postil/domain/search/filter-range";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { useMemo } from "react";
import "../../../lib/i18n/en/filter-editing.ts";
import { metadataMetricsQuery } from "../../../lib/api/queries/filter-options.ts";
import { type EditorProps, RangeEditor, TermsEditor } from "../../../workbench/filters/condition-editors.tsx";
import { Waiting } from "../../../workbench/filters/waiting.tsx";

type MetadataEditorProps = EditorProps & { datasetId: string; property: MetadataProperty };

/** The values of a property with how many records have them, or its range (FEN-19, FEN-20). */
export function MetadataEditor({ datasetId, property, ...editor }: MetadataEditorProps) {
  const { data: metrics, isError, refetch } = useQuery(metadataMetricsQuery(datasetId, property.id));
  const choices = useMemo(() => (metrics?.type === "terms" ? termChoices(metrics) : []), [metrics]);
  if (metrics === undefined) return <Waiting failed={isError} onRetry={() => void refetch()} />;
  if (metrics.type === "terms") return <TermsEditor {...editor} choices={choices} />;
  const track = metadataTrack(metrics);
  if (track === null) return <p className="px-4 py-3 text-soft">{t("filterEditing.noValues")}</p>;
  return <RangeEditor {...editor} track={track} />;
}

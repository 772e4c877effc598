import { conditionOfEnds, type Ends, SCORE_TRACK } from "@postil/domain/search/filter-range";
import { readTaskFilters } from "@postil/domain/tasks/task-filters";
import { t } from "i18next";
import { RangeEnds } from "../../../workbench/filters/condition-editors.tsx";
import type { PartEditorProps } from "./value-list.tsx";

/** From 0 to 100 %; the whole of it asks for nothing. */
export function ScoreRange({ filters, onFilters }: Omit<PartEditorProps, "page">) {
  const { from, to } = filters.score ?? { from: SCORE_TRACK.min, to: SCORE_TRACK.max };
  const set = (ends: Ends) => {
    const asks = conditionOfEnds(SCORE_TRACK, ends) !== null;
    onFilters(readTaskFilters({ ...filters, score: asks ? { from: ends[0], to: ends[1] } : null }));
  };
  return <RangeEnds title={t("taskFilters.scoreOf")} track={SCORE_TRACK} ends={[from, to]} onEnds={set} percent />;
}

import type { BulkSelection } from "@postil/domain/bulk/bulk-selection";
import { t } from "i18next";

/** Two lines above the form: what will be written, and where (design/bulk.md). */
export function BulkNote({ selection, count, total }: { selection: BulkSelection; count: number; total: number }) {
  const all = total > count ? "first" : "allMatches";
  const which = count === 0 ? "none" : selection.allMatches ? all : "chosen";
  return (
    <p className="mx-6 mt-4 mb-3 border-line border-l-2 pl-3 text-soft max-md:mx-4 wide:ml-8">
      {t(`bulk.note.${which}`, { count })}
    </p>
  );
}

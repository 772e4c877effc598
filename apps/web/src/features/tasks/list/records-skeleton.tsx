import { t } from "i18next";
import { Skeleton, SkeletonBar } from "../../../ui/skeleton.tsx";

/** A placeholder for the sheet of records, with grey lines, while the page loads. */
export function RecordsSkeleton() {
  return (
    <div className="grid min-h-0 flex-1 grid-rows-[auto_minmax(0,1fr)_auto]">
      <div className="h-(--bar) max-md:h-0" />
      <div className="mx-6 flex min-h-0 flex-col overflow-hidden rounded-panel border border-line bg-surface max-md:mx-0">
        <div className="h-11.25 flex-none border-line border-b max-md:h-[53px]" />
        <RecordRowsSkeleton />
      </div>
      <div className="h-(--foot) max-md:h-11" />
    </div>
  );
}

const LINES = ["96%", "100%", "62%"] as const;

/** Grey lines in place of the records' texts. */
export function RecordRowsSkeleton() {
  return (
    <Skeleton label={t("tasks.loading")} className="flex-1">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="relative border-line border-b px-16 pt-4 pb-8 max-md:px-4 max-md:pt-2">
          <div className="absolute top-5 left-6 max-md:static max-md:mb-2 max-md:flex max-md:h-11 max-md:items-center">
            <SkeletonBar width={16} height={16} />
          </div>
          {LINES.map((width) => (
            <div key={width} className="flex h-7 max-w-(--record-measure) items-center">
              <SkeletonBar width={width} height={14} />
            </div>
          ))}
        </div>
      ))}
    </Skeleton>
  );
}

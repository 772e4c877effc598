import { t } from "i18next";
import { Skeleton, SkeletonBar } from "../../../ui/skeleton.tsx";

const LINES = ["96%", "100%", "62%"] as const;

/** Grey lines where the texts of records will stand. */
export function RowBones() {
  return (
    <Skeleton label={t("tasks.loading")} className="flex-1">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="px-16 pt-4 pb-8 max-md:px-4">
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

import { t } from "i18next";
import "../../lib/i18n/en/filter-editing.ts";
import { InlineError } from "../../ui/inline-error.tsx";
import { Skeleton, SkeletonBar } from "../../ui/skeleton.tsx";

/** Placeholder for values that are loading or could not be loaded. */
export function Waiting({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  if (failed) {
    return (
      <div className="px-4 py-3">
        <InlineError message={t("filterEditing.failed")} onRetry={onRetry} />
      </div>
    );
  }
  return (
    <Skeleton label={t("common.loading")}>
      <div className="flex flex-col gap-4 px-4 py-3">
        {["80%", "64%", "72%"].map((width) => (
          <SkeletonBar key={width} width={width} />
        ))}
      </div>
    </Skeleton>
  );
}

import { t } from "i18next";
import { Mark } from "../ui/mark.tsx";
import { Skeleton, SkeletonBar } from "../ui/skeleton.tsx";

/**
 * Placeholder for a page whose code or user is not loaded yet. It shows the mark in a bar of the header's height, so nothing
 * jumps later.
 */
export function PageSkeleton() {
  return (
    <Skeleton label={t("common.loading")} className="h-dvh bg-paper">
      <div className="flex h-(--header) items-center gap-3 px-6 max-md:px-4">
        <Mark />
        <SkeletonBar width={120} />
      </div>
    </Skeleton>
  );
}

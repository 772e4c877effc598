import { t } from "i18next";
import { Skeleton, SkeletonBar } from "../skeleton.tsx";

/** Skeleton where the content of a tab will stand. */
export function Waiting() {
  return (
    <Skeleton label={t("common.loading")} className="space-y-3 px-6 py-6 max-md:px-4">
      <SkeletonBar width={240} />
      <SkeletonBar width={400} />
      <SkeletonBar width={320} />
    </Skeleton>
  );
}

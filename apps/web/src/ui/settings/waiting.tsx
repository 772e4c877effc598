import { t } from "i18next";
import { Skeleton, SkeletonBar } from "../skeleton.tsx";

/** What facts a tab begins with: the width of each name and of what it is, px. */
const FACTS = [
  [40, 160],
  [32, 96],
  [72, 112],
  [16, 280],
  [48, 64],
] as const;

/** Skeleton where the content of a tab will stand; what it stands in has the sides. */
export function Waiting() {
  return (
    <Skeleton label={t("common.loading")}>
      <Facts />
    </Skeleton>
  );
}

/** Skeleton of the settings of a dataset below their title: tabs, and what stands in the first of them. */
export function WaitingTabs({ tabs }: { tabs: number }) {
  return (
    <Skeleton label={t("common.loading")} className="px-6 max-md:px-4">
      <div className="mb-4 flex h-10 box-content items-center gap-6 border-line border-b max-md:gap-4">
        {Array.from({ length: tabs }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars without names, always as many
          <SkeletonBar key={at} width={56} />
        ))}
      </div>
      <Facts />
    </Skeleton>
  );
}

function Facts() {
  return FACTS.map(([name, value]) => (
    <div
      key={name}
      className="mb-2 grid h-6 grid-cols-[120px_minmax(0,1fr)] items-center max-md:grid-cols-[96px_minmax(0,1fr)]"
    >
      <SkeletonBar width={name} />
      <SkeletonBar width={value} />
    </div>
  ));
}

import { t } from "i18next";
import { Skeleton, SkeletonBar } from "../skeleton.tsx";

/** Widths of the placeholder facts of a tab: each name and its value, px. */
const FACTS = [
  [40, 160],
  [32, 96],
  [72, 112],
  [16, 280],
  [48, 64],
] as const;

/** Placeholder for the content of a tab. The element around it sets the side margins. */
export function Waiting() {
  return (
    <Skeleton label={t("common.loading")}>
      <Facts />
    </Skeleton>
  );
}

/** Placeholder for the settings of a dataset below the title: the tabs and the content of the first. */
export function WaitingTabs({ tabs }: { tabs: number }) {
  return (
    <Skeleton label={t("common.loading")} className="px-6 max-md:px-4">
      <div className="mb-4 flex flex-wrap gap-x-6 border-line border-b max-md:gap-x-4">
        {Array.from({ length: tabs }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars without names, always as many
          <span key={at} className="flex h-10 items-center">
            <SkeletonBar width={56} />
          </span>
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

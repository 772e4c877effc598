import { t } from "i18next";
import type { ReactNode } from "react";
import { SearchInput } from "../../../ui/search-input.tsx";
import { Skeleton, SkeletonBar } from "../../../ui/skeleton.tsx";
import { textLinkClass } from "../../../ui/text-link.ts";

/** A head with something soft, or a box to find in, at its right. */
export function Head({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <h2 className="mt-4 mb-1 flex min-h-7 items-center gap-2 font-strong">
      {children}
      {end !== undefined && <span className="ml-auto flex min-w-0 text-small font-body text-soft">{end}</span>}
    </h2>
  );
}

/** "86.4 % predicted right, of 806 compared" */
export function Share({ share, what, of }: { share: string; what: string; of: string }) {
  return (
    <p className="mb-2 flex items-baseline gap-2 whitespace-nowrap">
      <span className="text-title font-strong tabular-nums">{share}</span>
      {what}
      <span className="ml-auto text-soft tabular-nums">{of}</span>
    </p>
  );
}

type FindProps = { label: string; value: string; onChange: (text: string) => void; className?: string };

export function Find({ label, value, onChange, className }: FindProps) {
  return (
    <SearchInput
      label={label}
      placeholder={label}
      value={value}
      onChange={onChange}
      size="compact"
      className={className ?? ""}
    />
  );
}

type MoreProps = { hidden: number; isOpen: boolean; onMore: () => void; onFewer: () => void };

/** "9 more", and the way back. */
export function More({ hidden, isOpen, onMore, onFewer }: MoreProps) {
  if (hidden === 0 && !isOpen) return null;
  return (
    <button type="button" onClick={hidden > 0 ? onMore : onFewer} className={`${textLinkClass} h-7 max-md:h-11`}>
      {hidden > 0 ? t("taskPanel.more", { count: hidden }) : t("taskPanel.fewer")}
    </button>
  );
}

const OUTLINED = "forced-colors:border forced-colors:border-[CanvasText] forced-colors:bg-[Canvas]!";

/** A bar as long as its share of the greatest; the number beside it says the same. In forced colours an outlined one is empty. */
export function Bar({ share, className, outlined = false }: { share: number; className: string; outlined?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`block rounded-r-full forced-color-adjust-none ${outlined ? OUTLINED : "forced-colors:bg-[CanvasText]!"} ${className}`}
      style={{ width: `${Math.min(1, share) * 100}%` }}
    />
  );
}

export function PanelSkeleton() {
  return (
    <Skeleton label={t("common.loading")}>
      <div className="flex flex-col gap-4 py-2">
        {["60%", "100%", "80%", "72%", "64%"].map((width) => (
          <SkeletonBar key={width} width={width} />
        ))}
      </div>
    </Skeleton>
  );
}

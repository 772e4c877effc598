import { foldCase } from "@postil/domain/labels/label-search";
import type { TaskStatus } from "@postil/domain/tasks/task-record";
import { t } from "i18next";
import { type ReactNode, useCallback, useState } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { cx, textLinkClass } from "../../../ui/cx.ts";
import { type Status, StatusIcon } from "../../../ui/icon.tsx";
import { SearchInput } from "../../../ui/search-input.tsx";
import { Skeleton, SkeletonBar } from "../../../ui/skeleton.tsx";
import { OptionName } from "../../../workbench/labels/option-name.tsx";
import type { QueryPage } from "../query/parts.ts";

/** The page data that the panel uses. */
export type PanelPage = Omit<QueryPage, "labels"> & {
  readonly labels: readonly { readonly text: string; readonly colorId: number }[];
  readonly results: { readonly total: number } | null;
  /** Loads the page, the counts and the progress again (TSE-17). */
  readonly refresh: () => void;
};

export type PanelTab = "progress" | "stats";

type PartProps = { title: string; end?: ReactNode; className?: string; children: ReactNode };

/** A part of the panel with a heading. `end` is at the right of the heading: a soft text or a search box. */
export function Part({ title, end = null, className = "", children }: PartProps) {
  return (
    <section aria-label={title} className={className}>
      <h2 className="mt-4 mb-1 flex min-h-7 items-center gap-2 font-strong">
        {title}
        {end !== null && <span className="ml-auto flex min-w-0 text-small font-body text-soft">{end}</span>}
      </h2>
      {children}
    </section>
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

/** A list of this length or more has a search box. */
export const FIND_FROM = 10;

/** A search box for texts. `isFound` checks a text against the typed query; with an empty query every text is found. */
export function useFind(label: string, className = "w-40 text-body") {
  const [query, setQuery] = useState("");
  const wanted = foldCase(query.trim());
  return {
    wanted,
    isFound: useCallback((text: string) => foldCase(text).includes(wanted), [wanted]),
    box: <SearchInput label={label} value={query} onChange={setQuery} size="compact" className={className} />,
  };
}

/** The first rows, and the buttons "9 more", which shows `step` more rows at each press, and back. */
export function useMore<Row>(
  rows: readonly Row[],
  first: number,
  step = Number.POSITIVE_INFINITY,
): readonly [visible: readonly Row[], more: ReactNode] {
  const [most, setMost] = useState(first);
  const hidden = Math.max(0, rows.length - most);
  const more = rows.length > first && (
    <button
      type="button"
      onClick={() => setMost(hidden > 0 ? most + step : first)}
      className={`${textLinkClass} h-7 max-md:h-11`}
    >
      {hidden > 0 ? t("taskPanel.more", { count: hidden }) : t("taskPanel.fewer")}
    </button>
  );
  return [rows.slice(0, most), more];
}

const OUTLINED = "forced-colors:border forced-colors:border-[CanvasText] forced-colors:bg-[Canvas]!";

/**
 * A bar whose length is its share of the greatest; the number beside it says the same. In forced colours, an outlined bar is
 * drawn empty.
 */
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

type ValueBarsProps = {
  label: string;
  rows: readonly (readonly [text: string, count: number])[];
  /** the number of rows shown at first */
  shown: number;
};

/** Values, each with a bar and a number. */
export function ValueBars({ label, rows, shown }: ValueBarsProps) {
  const [visible, more] = useMore(rows, shown);
  const greatest = Math.max(1, ...rows.map(([, count]) => count));
  return (
    <>
      <ul aria-label={label}>
        {visible.map(([text, count]) => (
          <li key={text} className="grid h-7 grid-cols-[minmax(0,3fr)_minmax(0,2fr)_56px] items-center">
            <span title={text} className="min-w-0 pr-2">
              <OptionName text={text} />
            </span>
            <Bar share={count / greatest} className="h-1.5 bg-soft opacity-75" />
            <span className="text-right tabular-nums">{count.toLocaleString(LOCALE)}</span>
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

const LOOKS: { readonly [S in TaskStatus]: { readonly icon: Status; readonly tone: string } } = {
  Default: { icon: "pending", tone: "text-soft" },
  Edited: { icon: "edited", tone: "text-edited" },
  Validated: { icon: "validated", tone: "text-submitted" },
  Discarded: { icon: "discarded", tone: "text-discarded" },
};

type StatusFiguresProps = {
  rows: readonly (readonly [status: TaskStatus, count: number])[];
  columns?: boolean;
};

/** Record statuses, each with its number of records. */
export function StatusFigures({ rows, columns = false }: StatusFiguresProps) {
  return (
    <dl className={columns ? "grid grid-cols-2 gap-x-6" : ""}>
      {rows.map(([status, count]) => (
        <div key={status} className={cx("flex items-center", columns ? "h-6" : "h-7")}>
          <dt className={cx("flex items-center gap-1.5", LOOKS[status].tone)}>
            <StatusIcon status={LOOKS[status].icon} />
            {t(`taskPanel.status.${status}`)}
          </dt>
          <dd className="ml-auto tabular-nums">{count.toLocaleString(LOCALE)}</dd>
        </div>
      ))}
    </dl>
  );
}

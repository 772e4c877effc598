import {
  isCutOff,
  lastTaskPage,
  offsetOf,
  pageWindow,
  TASK_PAGE_SIZES,
  type TaskPageSize,
} from "@postil/domain/tasks/task-view";
import { t } from "i18next";
import { ArrowLeft, ArrowRight, ChevronDown } from "lucide-react";
import { useState } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { placeInFoot } from "../../../lib/toasts/store.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { cx, inputFrameClass } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { useTaskPage } from "../state/task-page-context.ts";

const PageSizes = onDemand("menu", () => import("../../../ui/menu.tsx").then((m) => m.PageSizeMenu));

/** With this number of pages or more, the user can go to a page by number. */
const JUMP_FROM = 20;

type PagerProps = {
  /** From 1. */
  page: number;
  last: number;
  size: TaskPageSize;
  /** The number of records on the page, and the number in total. */
  shown: number;
  total: number;
  /** Called with another page, or with another page size, which starts at the first page. */
  onChange: (change: { readonly page?: number; readonly size?: TaskPageSize }) => void;
};

const SAID =
  "min-w-0 empty:hidden @max-[1080px]/pages:order-first @max-[1080px]/pages:col-span-full @max-[1080px]/pages:w-full @max-[1080px]/pages:pt-1";

/** The foot line of a list: the page size, the page number, and the number of pages. Its container is named `pages`. */
export function Pager({ page, last, size, shown, total, onChange }: PagerProps) {
  const offset = offsetOf({ page, size });
  const goTo = (next: number) => onChange({ page: next });
  return (
    <div className="grid min-h-(--foot) grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center pr-6 pl-4 max-md:flex max-md:flex-wrap max-md:justify-between max-md:px-4">
      <div className="flex min-w-0 items-center gap-4 @max-[1080px]/pages:contents">
        <PageSize size={size} onSize={(chosen) => onChange({ size: chosen })} />
        {/* The last action. It gets its own line if there is no room between page size and pages. */}
        <div ref={placeInFoot} className={SAID} />
      </div>
      {last > 1 ? (
        <nav aria-label={t("tasks.pages.label")} className="flex items-center gap-1">
          <IconButton
            icon={ArrowLeft}
            label={t("tasks.command.previousPage")}
            disabled={page <= 1}
            onClick={() => goTo(page - 1)}
          />
          {pageWindow(page, last).map((number, index) =>
            number === "gap" ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: there are two gaps at most, each in its own place
              <span key={`gap${index}`} aria-hidden="true" className="px-1 text-soft max-md:hidden">
                …
              </span>
            ) : (
              <PageButton key={number} page={number} current={number === page} onPage={() => goTo(number)} />
            ),
          )}
          <IconButton
            icon={ArrowRight}
            label={t("tasks.command.nextPage")}
            disabled={page >= last}
            onClick={() => goTo(page + 1)}
          />
          {last >= JUMP_FROM && <PageJump last={last} onPage={goTo} />}
        </nav>
      ) : (
        <span />
      )}
      {shown > 0 && (
        <p className="justify-self-end whitespace-nowrap text-soft tabular-nums">
          {t("tasks.pages.range", {
            from: offset + 1,
            to: offset + shown,
            total: t("tasks.total", { count: total }),
          })}
        </p>
      )}
    </div>
  );
}

function PageButton({ page, current, onPage }: { page: number; current: boolean; onPage: () => void }) {
  return (
    <button
      type="button"
      aria-label={t("tasks.pages.page", { page })}
      aria-current={current ? "page" : undefined}
      onClick={onPage}
      className={cx(
        "h-7 min-w-7 rounded-control px-1 tabular-nums",
        current ? "bg-accent-fill font-strong fill-ring" : "hover:bg-hover max-md:hidden",
      )}
    >
      {page.toLocaleString(LOCALE)}
    </button>
  );
}

function PageSize({ size, onSize }: { size: TaskPageSize; onSize: (size: TaskPageSize) => void }) {
  return (
    <PageSizes
      label={t("tasks.pages.sizes")}
      sizes={TASK_PAGE_SIZES}
      size={size}
      onSize={(chosen) => onSize(TASK_PAGE_SIZES.find((offered) => offered === chosen) ?? size)}
      textOf={(count) => t("tasks.pages.size", { count })}
      trigger={
        <Button variant="ghost" className="justify-self-start tabular-nums">
          {t("tasks.pages.size", { count: size })}
          <Icon of={ChevronDown} size={14} />
        </Button>
      }
    />
  );
}

/** Goes to a page by number; a number beyond the last page goes to the last page. */
function PageJump({ last, onPage }: { last: number; onPage: (page: number) => void }) {
  const [typed, setTyped] = useState("");
  const page = Math.min(last, Math.max(1, Number(typed)));
  return (
    <form
      className="ml-2 @max-[760px]/pages:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== "") onPage(page);
        setTyped("");
      }}
    >
      <input
        inputMode="numeric"
        aria-label={t("tasks.pages.jump")}
        placeholder={t("tasks.pages.jump")}
        value={typed}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, "").slice(0, 6))}
        className={`${inputFrameClass} h-7 w-24 border-edge px-2 text-small`}
      />
    </form>
  );
}

type PaginationBarProps = {
  /** At the end of the page: the number of unanswered records; null before the end. */
  waiting: number | null;
};

/** The page size, the page number, and the number of pages (TSE-15, TSE-16). */
export function PaginationBar({ waiting }: PaginationBarProps) {
  const { view, changeView, results, similarTo } = useTaskPage();
  const total = results?.total ?? 0;
  return (
    <footer className="@container/pages flex-none">
      {isCutOff(total, view) && (
        <p role="note" className="px-6 pt-2 text-edited max-md:px-4">
          {t("tasks.pages.limit")}
        </p>
      )}
      <p role="status" className="px-6 text-ink not-empty:pt-2 max-md:px-4">
        {waiting !== null && t(waiting === 0 ? "tasks.pages.end" : "tasks.pages.endWaiting", { count: waiting })}
      </p>
      <Pager
        // Similar records are a single page, whatever page the search was on.
        page={similarTo === null ? view.page : 1}
        last={similarTo === null ? lastTaskPage(total, view.size) : 1}
        size={view.size}
        shown={results?.records.length ?? 0}
        total={total}
        onChange={changeView}
      />
    </footer>
  );
}

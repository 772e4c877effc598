import { isCutOff, lastTaskPage } from "@postil/domain/tasks/task-pages";
import { t } from "i18next";
import { useTaskPage } from "../page/task-page-context.ts";
import { Pager } from "./pager.tsx";

type PaginationBarProps = {
  /** At the end of the page: how many of its records are not answered; null before. */
  waiting: number | null;
};

/** How many records a page has, which page it is, and of how many (TSE-15, TSE-16). */
export function PaginationBar({ waiting }: PaginationBarProps) {
  const { view, changeView, results, likeness } = useTaskPage();
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
        // What is like a record is one page, wherever its search was.
        page={likeness === null ? view.page : 1}
        last={likeness === null ? lastTaskPage(total, view.size) : 1}
        size={view.size}
        shown={results?.records.length ?? 0}
        total={total}
        onChange={changeView}
      />
    </footer>
  );
}

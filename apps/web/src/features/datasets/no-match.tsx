import { isTask } from "@postil/domain/datasets/dataset-links";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import "../../lib/i18n/lists-texts.ts";
import "../../lib/i18n/names-texts.ts";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { textLinkClass } from "../../ui/text-link.ts";
import type { ListCriteria } from "./list-criteria.ts";
import { narrow } from "./narrow.ts";
import { type DatasetRow, rowPath } from "./rows.ts";

const either = new Intl.ListFormat(LOCALE, { type: "disjunction" });
const both = new Intl.ListFormat(LOCALE, { type: "conjunction" });

/** Nothing matches: what was asked for in words, and the one dataset elsewhere that would match, if there is one. */
export function NoMatch({
  rows,
  view,
  onClear,
}: {
  rows: readonly DatasetRow[];
  view: ListCriteria;
  onClear: () => void;
}) {
  const elsewhere = narrow(rows, { ...view, workspaces: [] });
  const only = elsewhere.length === 1 ? elsewhere[0] : undefined;
  return (
    <div className="mx-auto mt-36 max-w-[480px]">
      <EmptyState
        title={t("datasets.noMatch.title")}
        actions={<Button onClick={onClear}>{t("lists.clearFilters")}</Button>}
      >
        {t("datasets.noMatch.text", { conditions: useConditions(view) })}
        {only !== undefined && (
          <>
            {" "}
            {t("datasets.noMatch.elsewhere")}{" "}
            <Link translate="no" to={rowPath(only)} className={textLinkClass}>
              {only.name}
            </Link>{" "}
            {t("datasets.noMatch.elsewhereIn", { workspace: only.workspaceName })}.
          </>
        )}
      </EmptyState>
    </div>
  );
}

function useConditions({ workspaces, tasks, tags, search }: ListCriteria): string {
  const taskNames = tasks.map((task) => t(`names.task.${isTask(task) ? task : "FeedbackTask"}`));
  return both.format([
    ...(workspaces.length > 0 ? [t("datasets.noMatch.inWorkspace", { names: either.format(workspaces) })] : []),
    ...(tasks.length > 0 ? [t("datasets.noMatch.forTask", { names: either.format(taskNames) })] : []),
    ...(search.trim() !== "" ? [t("datasets.noMatch.withText", { text: search.trim() })] : []),
    ...(tags.length > 0 ? [t("datasets.noMatch.withTag", { names: either.format(tags) })] : []),
  ]);
}

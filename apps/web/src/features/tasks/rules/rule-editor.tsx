import { foundRecords } from "@postil/domain/tasks/rules-overall";
import { t } from "i18next";
import { Info } from "lucide-react";
import type { ReactNode } from "react";
import "../../../lib/i18n/en/task-rules.ts";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import { RuleLabels } from "./rule-labels.tsx";
import { RuleSave } from "./rule-save.tsx";
import { useRulesMode } from "./rules-mode.ts";

type RuleEditorProps = {
  /** The link to where labels are made; null for those who may not. */
  createLabels: ReactNode;
};

/** What the query in the search box stands for (RUL-24): its labels, what it is for, and whether it is stored. */
export function RuleEditor({ createLabels }: RuleEditorProps) {
  const { labels, active } = useRulesMode();
  return (
    <section aria-label={t("taskRules.title")} className="flex-none pt-1 pb-4 max-md:px-4">
      <h1>
        <VisuallyHidden>
          {active === null ? t("taskRules.title") : t("taskRules.named", { query: active.query })}
        </VisuallyHidden>
      </h1>
      {active !== null && (
        // On a phone the search box is behind the icon in the header.
        <p translate="no" aria-hidden="true" className="hidden pb-3 font-mono wrap-anywhere max-md:block">
          {active.query}
        </p>
      )}
      {labels.length === 0 ? <NoLabels createLabels={createLabels} /> : <RuleLabels />}
      {active === null ? <Prompt /> : labels.length > 0 && <RuleSave />}
    </section>
  );
}

function Prompt() {
  return (
    <p className="mt-3 py-1.5 text-soft">
      <span className="text-ink">{t("taskRules.prompt")}</span> <span>{t("taskRules.promptHint")}</span>
    </p>
  );
}

function NoLabels({ createLabels }: RuleEditorProps) {
  return (
    <p>
      {t("taskRules.noLabels")} {createLabels ?? t("taskRules.askAdmin")}
    </p>
  );
}

/** "Records: 318": of the rule, whatever narrows the list below. */
export function RuleRecords() {
  const { figures, isFiltered } = useRulesMode();
  const found = figures.value && foundRecords(figures.value);
  return (
    <span className="inline-flex items-center gap-2">
      <b className={cx("font-strong tabular-nums", figures.isStale && "text-soft")}>
        {t("taskRules.records", {
          amount: found === null ? t("taskRules.metric.unknown") : found.toLocaleString(LOCALE),
        })}
      </b>
      <span className="text-soft">{t("taskRules.matched")}</span>
      {isFiltered && (
        <Tooltip text={t("taskRules.filtered")}>
          <button
            type="button"
            aria-label={t("taskRules.filtered")}
            className="inline-grid size-6 place-items-center text-soft"
          >
            <Icon of={Info} size={14} />
          </button>
        </Tooltip>
      )}
    </span>
  );
}

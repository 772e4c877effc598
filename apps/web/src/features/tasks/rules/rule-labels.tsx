import { t } from "i18next";
import { useEffect, useRef } from "react";
import { isTextEditor } from "../../../lib/commands/key-owner.ts";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { SearchInput } from "../../../ui/search-input.tsx";
import { LabelOption } from "../../../workbench/labels/label-option.tsx";
import { useRulesMode } from "./rules-mode.ts";
import { useRuleLabels } from "./use-rule-labels.ts";

/** The labels the rule gives: one of them or several, each by its key (RUL-24). */
export function RuleLabels() {
  const { multiLabel, active } = useRulesMode();
  const { shown, isChosen, keysOf, pick, sought, first, isMany, ...list } = useRuleLabels();
  const group = useRef<HTMLFieldSetElement>(null);
  useFocusAfterQuery(active?.query ?? "", group);
  return (
    <fieldset
      ref={group}
      disabled={active === null}
      aria-label={t("taskRules.labels")}
      className="flex flex-wrap items-center gap-2 disabled:text-soft"
    >
      <legend className="sr-only">{t(multiLabel ? "taskRules.labelsSeveral" : "taskRules.labelsOne")}</legend>
      {shown.map((label) => (
        <LabelOption
          key={label.text}
          value={label.text}
          text={label.text}
          description={null}
          cap={keysOf(label)}
          look={isChosen(label) ? "chosen" : "plain"}
          shape="pill"
          spoken={undefined}
          percent={undefined}
          scoreAbove={false}
          round={!multiLabel}
          showCap
          query={sought}
          marked={label === first}
          onPick={pick}
        />
      ))}
      {shown.length === 0 && <p className="text-soft">{t("taskRules.noLabel")}</p>}
      {isMany && (
        <>
          {sought === "" && <More {...list} />}
          <SearchInput
            label={t("taskRules.findLabel")}
            placeholder={t("taskRules.findLabel")}
            value={sought}
            onChange={list.setSought}
            onEnter={list.takeFirst}
            size="compact"
            className="w-40 max-md:w-full"
          />
        </>
      )}
    </fieldset>
  );
}

/** A query that was just entered is done: its labels are next, by their keys, which the search box would take for text. */
function useFocusAfterQuery(query: string, group: { readonly current: HTMLElement | null }): void {
  const before = useRef(query);
  useEffect(() => {
    if (before.current === query) return;
    before.current = query;
    if (query === "" || !isTextEditor(document.activeElement)) return;
    group.current?.querySelector<HTMLElement>("button:not(:disabled)")?.focus();
  }, [query, group]);
}

type MoreProps = { hidden: number; all: boolean; toggleAll: () => void };

function More({ hidden, all, toggleAll }: MoreProps) {
  if (hidden === 0 && !all) return null;
  return (
    <button
      type="button"
      aria-expanded={all}
      aria-label={all ? undefined : t("taskRules.moreLabels", { count: hidden })}
      onClick={toggleAll}
      className="h-8 px-2 text-accent tabular-nums max-md:h-11"
    >
      {all ? t("taskRules.fewerLabels") : `+${hidden.toLocaleString(LOCALE)}`}
    </button>
  );
}

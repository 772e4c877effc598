import { indexLabels, searchLabels } from "@postil/domain/labels/label-search";
import { pickKeyOf } from "@postil/domain/tasks/labels";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { isTextEditor } from "../../../lib/commands/key-owner.ts";
import { useTakenLetters } from "../../../lib/commands/keys-here.ts";
import { RuleSave } from "./rule-save.tsx";
import { type RuleLabel, useRulesMode } from "./rules-mode.ts";
import "../../../lib/i18n/en/task-rules.ts";
import { t } from "i18next";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { usePhone } from "../../../ui/media.ts";
import { VisuallyHidden } from "../../../ui/screen-reader.tsx";
import { SearchInput } from "../../../ui/search-input.tsx";
import { LabelOption } from "../../../workbench/labels/label-option.tsx";

/** The rule of the query in the search box (RUL-24): its labels, its description, and if it is stored. */
export function RuleEditor({
  createLabels,
}: {
  /** The link to the page that adds labels; null for users who may not add any. */
  createLabels: ReactNode;
}) {
  const { labels, active } = useRulesMode();
  // On a phone the search box is behind the icon in the header.
  const phone = usePhone();
  return (
    <section aria-label={t("taskRules.title")} className="flex-none pt-1 pb-4 max-md:px-4">
      <h1>
        <VisuallyHidden>
          {active === null ? t("taskRules.title") : t("taskRules.named", { query: active.query })}
        </VisuallyHidden>
      </h1>
      {active !== null && phone && (
        <p translate="no" aria-hidden="true" className="pb-3 font-mono wrap-anywhere">
          {active.query}
        </p>
      )}
      {labels.length === 0 ? (
        <p>
          {t("taskRules.noLabels")} {createLabels ?? t("words.askAdmin")}
        </p>
      ) : (
        <RuleLabels />
      )}
      {active === null ? (
        <p className="mt-3 py-1.5 text-soft">
          <span className="text-ink">{t(phone ? "taskRules.promptPhone" : "taskRules.prompt")}</span>{" "}
          <span>{t("taskRules.promptHint")}</span>
        </p>
      ) : (
        labels.length > 0 && <RuleSave />
      )}
    </section>
  );
}

/** The labels that the rule gives, one or several, each with its key (RUL-24). */
function RuleLabels() {
  const { multiLabel, active } = useRulesMode();
  const { shown, isChosen, keysOf, pick, sought, first, isMany, hidden, all, ...list } = useRuleLabels();
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
      {shown.length === 0 && <p className="text-soft">{t("words.noLabelMatches")}</p>}
      {isMany && (
        <>
          {sought === "" && (hidden > 0 || all) && (
            <button
              type="button"
              aria-expanded={all}
              aria-label={all ? undefined : t("taskRules.moreLabels", { count: hidden })}
              onClick={list.toggleAll}
              className="h-8 px-2 text-accent tabular-nums max-md:h-11"
            >
              {all ? t("words.showLess") : `+${hidden.toLocaleString(LOCALE)}`}
            </button>
          )}
          <SearchInput
            label={t("words.findLabel")}
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

/** After the user enters a query, the focus moves to its labels, because the search box would take their keys as text. */
function useFocusAfterQuery(query: string, group: { readonly current: HTMLElement | null }): void {
  const before = useRef(query);
  useEffect(() => {
    if (before.current === query) return;
    before.current = query;
    if (query === "" || !isTextEditor(document.activeElement)) return;
    group.current?.querySelector<HTMLElement>("button:not(:disabled)")?.focus();
  }, [query, group]);
}

/** This number of labels is shown at first, with digits as keys; a chosen label is always shown. */
const FEW = 10;
/** Further labels are found only by name. */
const MOST = 200;
/** The keys of the sample's marks; labels that use these keys lose them meanwhile. */
const MARK_KEYS = ["Y", "N"];

function useRuleLabels() {
  const { active, place, labels, toggleLabel } = useRulesMode();
  const chosen = active?.labels ?? NONE;
  // A stored rule may have labels that the dataset does not list; they can be seen and removed.
  const offered = useMemo(() => {
    const known = new Set(labels.map(({ text }) => text));
    const strangers = chosen.filter((text) => !known.has(text));
    return strangers.length === 0 ? labels : [...labels, ...strangers.map((text) => ({ text, shortcut: null }))];
  }, [labels, chosen]);
  const [all, setAll] = useState(false);
  const [sought, setSought] = useState("");
  const index = useMemo(
    () => indexLabels(offered.map(({ text }) => ({ value: text, text, description: null }))),
    [offered],
  );
  const found = useMemo(() => {
    const byText = new Map(offered.map((label) => [label.text, label]));
    return searchLabels(index, sought).flatMap(({ value }) => byText.get(value) ?? []);
  }, [index, offered, sought]);
  const pick = useLatest((text: string) => toggleLabel(text));
  const isChosen = ({ text }: RuleLabel) => chosen.includes(text);
  const most = all || sought !== "" ? MOST : FEW;
  const shown = found.filter((label, at) => at < most || isChosen(label));
  const keysOf = (label: RuleLabel) => {
    if (label.shortcut === null) return null;
    const keys = pickKeyOf(label.shortcut, shown.includes(label));
    return place === "sample" && MARK_KEYS.includes(keys ?? "") ? null : keys;
  };
  const picks = offered.flatMap((label) => {
    const keys = keysOf(label);
    return keys === null ? [] : [{ keys, text: label.text }];
  });
  useTakenLetters(picks.map(({ keys }) => keys));
  useCommands(
    picks.map(({ keys, text }) => ({
      id: `rule.label.${text}`,
      label: t("taskRules.label", { label: text }),
      shortcuts: [{ keys, alone: true }],
      mayRun: () => active !== null,
      run: () => pick(text),
    })),
  );
  const first = sought === "" ? undefined : found[0];
  const takeFirst = () => {
    if (first === undefined) return;
    pick(first.text);
    setSought("");
  };
  return {
    ...{ shown, isChosen, keysOf, pick, sought, setSought, first, takeFirst, all },
    isMany: offered.length > FEW,
    hidden: offered.length - shown.length,
    toggleAll: () => setAll(!all),
  };
}

const NONE: readonly string[] = [];

import { indexLabels, searchLabels } from "@postil/domain/answers/label-search";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { isTextEditor } from "../../../lib/commands/key-owner.ts";
import { takeLetters } from "../../../lib/commands/keys-here.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { SearchInput } from "../../../ui/search-input.tsx";
import { LabelOption } from "../../../workbench/labels/label-option.tsx";
import { type RuleLabel, useRulesMode } from "./rules-mode.ts";

/** So many labels stand there before one asks for more, and have digits for keys; a chosen one stands there always. */
const FEW = 10;
/** More are found by their names alone. */
const MOST = 200;

/** The labels the rule gives: one of them or several, each by its key (RUL-24). */
export function RuleLabels() {
  const { t } = useTranslation();
  const mode = useRulesMode();
  const { labels, multiLabel, active, place } = mode;
  const [all, setAll] = useState(false);
  const [sought, setSought] = useState("");
  const found = useFound(labels, sought);
  const group = useRef<HTMLFieldSetElement>(null);
  useFocusAfterQuery(active?.query ?? "", group);
  const isInactive = active === null;
  const keysOf = ({ shortcut }: RuleLabel) =>
    place === "sample" && MARK_KEYS.includes(shortcut ?? "") ? null : shortcut;
  const pick = useLatest((text: string) => mode.toggleLabel(text));
  const lettersPick = labels.length > FEW;
  useLayoutEffect(() => (lettersPick ? takeLetters() : undefined), [lettersPick]);
  useCommands(
    labels.flatMap((label) => {
      const keys = keysOf(label);
      if (keys === null) return [];
      return {
        id: `rule.label.${label.text}`,
        label: t("taskRules.label", { label: label.text }),
        shortcuts: [{ keys, alone: true }],
        mayRun: () => !isInactive && place !== "list" && place !== "conflicts",
        run: () => pick(label.text),
      };
    }),
  );
  const isChosen = ({ text }: RuleLabel) => active?.labels.includes(text) === true;
  const most = all || sought !== "" ? MOST : FEW;
  const shown = found.filter((label, at) => at < most || isChosen(label));
  const [first] = found;
  const takeFirst = () => {
    if (sought === "" || first === undefined) return;
    pick(first.text);
    setSought("");
  };
  return (
    <fieldset
      ref={group}
      disabled={isInactive}
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
          roomForScore={false}
          round={!multiLabel}
          showCap
          query={sought}
          marked={sought !== "" && label === first}
          onPick={pick}
        />
      ))}
      {shown.length === 0 && <p className="text-soft">{t("taskRules.noLabel")}</p>}
      {labels.length > FEW && (
        <>
          {sought === "" && <More hidden={labels.length - shown.length} all={all} onToggle={() => setAll(!all)} />}
          <SearchInput
            label={t("taskRules.findLabel")}
            placeholder={t("taskRules.findLabel")}
            value={sought}
            onChange={setSought}
            onEnter={takeFirst}
            size="compact"
            className="w-40 max-md:w-full"
          />
        </>
      )}
    </fieldset>
  );
}

/** The keys of the sample's marks; labels that have them otherwise have none meanwhile. */
const MARK_KEYS = ["Y", "N"];

function useFound(labels: readonly RuleLabel[], sought: string): readonly RuleLabel[] {
  const index = useMemo(
    () => indexLabels(labels.map(({ text }) => ({ value: text, text, description: null }))),
    [labels],
  );
  return useMemo(() => {
    const byText = new Map(labels.map((label) => [label.text, label]));
    return searchLabels(index, sought).flatMap(({ value }) => byText.get(value) ?? []);
  }, [index, labels, sought]);
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

type MoreProps = { hidden: number; all: boolean; onToggle: () => void };

function More({ hidden, all, onToggle }: MoreProps) {
  const { t } = useTranslation();
  if (hidden === 0 && !all) return null;
  return (
    <button
      type="button"
      aria-expanded={all}
      aria-label={all ? undefined : t("taskRules.moreLabels", { count: hidden })}
      onClick={onToggle}
      className="h-8 px-2 text-accent tabular-nums max-md:h-11"
    >
      {all ? t("taskRules.fewerLabels") : `+${hidden}`}
    </button>
  );
}

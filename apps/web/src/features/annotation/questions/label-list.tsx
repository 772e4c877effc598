import type { QuestionState } from "@postil/domain/answer-form";
import { WHOLE } from "@postil/domain/answer-form";
import type { NumberedOption } from "@postil/domain/label-search";
import {
  type KeyboardEventHandler,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { usePreference } from "../../../lib/preferences/use-preference.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { LabelOption, type LabelOptionProps } from "./label-option.tsx";
import type { LongLabelListHandle, LongLabelListProps } from "./long-label-list.tsx";
import { lookOf } from "./option-look.ts";
import { OPTION } from "./question-control.ts";
import { focusInPanel } from "./question-focus.ts";
import { usePercent } from "./use-percent.ts";

/** From so many options on only those in view are drawn (screens 5.8). */
const LONG_FROM = 200;
const LongLabelList = lazyPart<LongLabelListProps>(() =>
  import("./long-label-list.tsx").then(({ LongLabelList }) => ({ default: LongLabelList })),
);

export type LabelListHandle = {
  readonly isLong: boolean;
  readonly focus: (value: string) => void;
  readonly focusFirst: () => void;
  /** To the option beside the focused one, forwards round the end; false from the first backwards, which leads out. */
  readonly move: (step: 1 | -1) => boolean;
  /** Whether the last option shown has the focus. */
  readonly isLast: () => boolean;
};

type LabelListProps = {
  ref: Ref<LabelListHandle>;
  recordKey: string;
  single: boolean;
  shown: readonly NumberedOption[];
  state: QuestionState;
  selected: ReadonlySet<string>;
  onPick: (value: string) => void;
  onKeyDown: KeyboardEventHandler;
  onClearSearch: () => void;
  /** after the options, at the right: who suggested what */
  note: ReactNode;
  more: { hidden: number; expanded: boolean; onToggle: () => void } | null;
};

/** The options of a label question: pills in rows, or a list that draws what is in view when they are hundreds. */
export function LabelList(props: LabelListProps) {
  const { ref, recordKey, shown, onKeyDown, onClearSearch, note, more } = props;
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const long = useRef<LongLabelListHandle>(null);
  const [drawsAll, setDrawsAll] = useState(false);
  const isLong = shown.length >= LONG_FROM && !drawsAll;
  const propsOf = useOptionProps(props);

  const focus = (value: string) => {
    const option = box.current?.querySelector<HTMLElement>(`[${OPTION}="${CSS.escape(value)}"]`);
    if (option) focusInPanel(option);
    else long.current?.reveal(shown.findIndex((candidate) => candidate.value === value));
  };
  const focused = () => {
    const value = document.activeElement?.getAttribute(OPTION);
    return shown.findIndex((option) => option.value === value);
  };
  useImperativeHandle(ref, () => ({
    isLong,
    focus,
    focusFirst: () => shown[0] && focus(shown[0].value),
    move: (step) => {
      const to = focused() + step;
      const next = to < 0 ? undefined : shown[to % shown.length];
      if (next) focus(next.value);
      return next !== undefined;
    },
    isLast: () => focused() === shown.length - 1,
  }));

  if (shown.length === 0) {
    return (
      <p className="flex h-8 items-center gap-2 text-soft max-md:h-11">
        {t("questions.labels.none")}
        <button type="button" className="text-accent" onClick={onClearSearch}>
          {t("questions.labels.clearSearch")}
        </button>
      </p>
    );
  }
  return (
    // The options are the controls; their keys are heard here once for all of them.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above.
    <div ref={box} onKeyDown={onKeyDown} className={isLong ? "flow-root" : "flex flex-wrap gap-2"}>
      {isLong ? (
        <LongLabelList
          // Another record starts at the top again.
          key={recordKey}
          ref={long}
          options={shown}
          renderOption={(option) => <LabelOption key={option.value} {...propsOf(option)} wide />}
          meanwhile={<div className="h-80" />}
          whenMissing={() => setDrawsAll(true)}
        />
      ) : (
        shown.map((option) => <LabelOption key={option.value} {...propsOf(option)} />)
      )}
      {more && <MoreButton {...more} />}
      {note}
    </div>
  );
}

function MoreButton({
  hidden,
  expanded,
  onToggle,
}: {
  hidden: number;
  expanded: boolean;
  onToggle: () => void;
}): ReactNode {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-expanded={expanded}
      aria-label={expanded ? undefined : t("questions.labels.more", { count: hidden })}
      onClick={onToggle}
      className="h-8 px-2 text-accent tabular-nums max-md:h-11"
    >
      {expanded ? t("questions.labels.less") : `+${hidden}`}
    </button>
  );
}

/** What each option shows, as plain values, so that an option that did not change is not drawn again. */
function useOptionProps({
  single,
  state,
  selected,
  onPick,
}: LabelListProps): (option: NumberedOption) => LabelOptionProps {
  const { t } = useTranslation();
  const percentOf = usePercent();
  const [showNumber] = usePreference("showKeyCaps");
  const latest = useRef(onPick);
  useLayoutEffect(() => {
    latest.current = onPick;
  });
  const stablePick = useCallback((value: string) => latest.current(value), []);
  const { suggestion, untouched } = state;
  const proposed = suggestion === null || !("value" in suggestion.answer) ? [] : suggestion.answer.value;
  const isProposed = (value: string) => (Array.isArray(proposed) ? proposed.includes(value) : proposed === value);

  return ({ value, text, description, number }) => {
    const percent = percentOf(suggestion?.scores.get(value));
    const score =
      percent === undefined ? t("questions.suggestion.plain") : t("questions.suggestion.withScore", { score: percent });
    return {
      value,
      text: text === "" ? value : text,
      description,
      number,
      look: lookOf(selected.has(value), untouched.has(single ? WHOLE : value)),
      spoken: isProposed(value) ? score : undefined,
      percent: isProposed(value) ? percent : undefined,
      round: single,
      showNumber,
      onPick: stablePick,
    };
  };
}

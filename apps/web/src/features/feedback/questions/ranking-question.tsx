import { isPartiallyValid } from "@postil/domain/answers/answers";
import { numbersUpTo } from "@postil/domain/answers/option-keys";
import { layOutRanking, nextUnranked } from "@postil/domain/answers/rank-board";
import type { Answer, Ranked } from "@postil/domain/records/question-types";
import { t } from "i18next";
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import "../../../lib/i18n/en/ranking.ts";
import { digitOfPress } from "../../../lib/commands/chord.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { announce } from "../../../ui/screen-reader.tsx";
import { focusInPanel, OPTION } from "../../../workbench/labels/option-focus.ts";
import { useButtonKeys } from "./digit-keys.ts";
import type { QuestionOf, QuestionProps } from "./question-control.ts";
import { QuestionFrame } from "./question-frame.tsx";
import { RankBoard, useRankDrag } from "./rank-board.tsx";

/** Menus need React Aria; a ranking is shown and dragged without it. */
const RankMenu = lazyPart(() => import("./rank-menu.tsx"));

/**
 * How long the ranked item keeps the focus before it moves to the next unranked item, in milliseconds
 * (design/questions.md#ranking).
 */
const REST_AFTER_RANK = 300;

/** Puts options in order: by dragging, by typing the rank, or by a menu on each item (FAN-09, FAN-26). */
export function RankingQuestion(props: QuestionProps<QuestionOf<"ranking">>) {
  const { question, state, recordKey, disabled, onAction, ref } = props;
  const { options } = question.settings;
  const ranked = rankedIn(state.answer);
  const board = useMemo(() => layOutRanking(options, ranked), [options, ranked]);
  const { frame, digits, onKeyDown } = useButtonKeys(ref, recordKey, numbersUpTo(options.length), (rank) => {
    const value = focus.item() ?? board.unranked[0]?.value;
    if (value === undefined) return;
    place(value, rank);
    focus.goOnFrom(value, (now) => nextUnranked(options, now, value));
  });
  const focus = useItemFocus(frame, recordKey, () => ranked);
  const [menuFor, setMenuFor] = useState<string | null>(null);

  const textOf = (value: string) => options.find((option) => option.value === value)?.text ?? value;
  const place = (value: string, rank: number) => {
    if (disabled) return;
    if (rank === 0) onAction({ type: "unrank", question: question.name, value });
    else onAction({ type: "rank", question: question.name, value, rank });
    announce(t(rank === 0 ? "ranking.removed" : "ranking.moved", { text: textOf(value), rank }));
    focus.keepOn(value);
  };
  const drag = useRankDrag(place);
  const onKey = (event: KeyboardEvent) => {
    const item = focus.item();
    const removes = event.key === "Delete" || (digitOfPress(event.nativeEvent) === "0" && !digits.waits());
    if (!removes || item === undefined) return onKeyDown(event);
    place(item, 0);
    event.preventDefault();
  };

  const half = !question.required && isPartiallyValid(question.settings, state.answer);
  return (
    <QuestionFrame {...props} frame={frame} hint={t("ranking.hint")}>
      <RankBoard
        board={board}
        suggested={state.suggestion === null ? NONE : rankedIn(state.suggestion.answer)}
        untouched={state.untouched}
        drag={drag}
        onKeyDown={onKey}
        onOpen={(value) => !disabled && setMenuFor(value)}
      />
      {half && <p className="mt-1 text-small text-edited">{t("ranking.partial", { count: options.length })}</p>}
      {menuFor !== null && (
        <RankMenu
          whenMissing={() => setMenuFor(null)}
          label={t("ranking.choose", { text: textOf(menuFor) })}
          anchor={focus.element(menuFor)}
          places={options.length}
          current={ranked.find((item) => item.value === menuFor)?.rank ?? 0}
          onChoose={(rank) => place(menuFor, rank)}
          onClose={() => {
            setMenuFor(null);
            focus.returnTo(menuFor);
          }}
        />
      )}
    </QuestionFrame>
  );
}

const NONE: readonly Ranked[] = [];
const rankedIn = (answer: Answer) => (answer.type === "ranking" ? answer.value : NONE);

/** Keeps the focus on an item that moves between the lists, then moves it to the next item to rank. */
function useItemFocus(frame: { current: HTMLElement | null }, recordKey: string, ranked: () => readonly Ranked[]) {
  const kept = useRef<string | null>(null);
  const timer = useRef<number>(undefined);
  const latest = useRef(ranked);
  const element = (value: string) =>
    frame.current?.querySelector<HTMLElement>(`[${OPTION}="${CSS.escape(value)}"]`) ?? null;
  const item = () => document.activeElement?.closest(`[${OPTION}]`)?.getAttribute(OPTION) ?? undefined;
  // A moved item is a new element, and it must get the focus before the page is painted.
  useLayoutEffect(() => {
    latest.current = ranked;
    if (kept.current === null) return;
    element(kept.current)?.focus({ preventScroll: true });
    kept.current = null;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record ends the wait.
  useEffect(() => () => window.clearTimeout(timer.current), [recordKey]);
  return {
    element,
    item,
    keepOn: (value: string) => {
      kept.current = value;
    },
    /** Used after a menu closes: the menu returns the focus in the next frame, maybe to an element that is gone by then. */
    returnTo: (value: string) => {
      requestAnimationFrame(() => requestAnimationFrame(() => element(value)?.focus({ preventScroll: true })));
    },
    goOnFrom: (value: string, next: (ranked: readonly Ranked[]) => string | undefined) => {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        const following = next(latest.current());
        if (item() === value && following !== undefined) focusInPanel(element(following));
      }, REST_AFTER_RANK);
    },
  };
}

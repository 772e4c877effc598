import type { Stretch } from "@postil/domain/spans/span";
import { innermostAt } from "@postil/domain/spans/span-list";
import {
  cursorAt,
  cursorStretch,
  dropSelection,
  hasSelection,
  moveByCharacter,
  moveByUnit,
  moveToSpan,
  moveToUnit,
  type WordCursor,
} from "@postil/domain/spans/span-selection";
import type { SpanUnits } from "@postil/domain/spans/span-units";
import { t } from "i18next";
import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useRef, useState } from "react";
import { pressMatches } from "../../lib/commands/chord.ts";
import { copyToClipboard } from "../../ui/copy-to-clipboard.ts";
import { announce } from "../../ui/screen-reader.tsx";
import type { ShownSpan, SpanActions, SpanTarget } from "./shown-span.ts";
import { shortWords } from "./span-block.tsx";
import { boxesOf } from "./text-places.ts";

type WordModeOptions = {
  root: RefObject<HTMLElement | null>;
  units: SpanUnits;
  spans: readonly ShownSpan[];
  characters: boolean;
  backwards: boolean;
  actions: SpanActions;
};

const COPY = "Mod+C";

/** Selects with the keyboard alone (design/questions.md#spans): a cursor on words, and its keys. */
export function useWordMode({ root, units, spans, characters, backwards, actions }: WordModeOptions) {
  const [cursor, setCursor] = useState<WordCursor | null>(null);
  const [on, setOn] = useState(false);
  /** the horizontal position where a vertical move began, px */
  const column = useRef<number | null>(null);

  const targetOf = (at: WordCursor): SpanTarget | null => {
    const stretch = cursorStretch(units, at);
    if (stretch === null) return null;
    const { span } = at;
    // The spans may have changed since the cursor moved here.
    const whole = span && (spans.find((other) => isSame(other, span)) ?? null);
    return { stretch, span: whole ?? (hasSelection(at) ? null : innermostAt(spans, stretch)) };
  };
  const say = (at: WordCursor) => {
    const target = targetOf(at);
    if (target === null) return;
    const words = shortWords(units.points.slice(target.stretch.start, target.stretch.end));
    announce(target.span === null ? words : t("spans.wordsOf", { words, label: target.span.name }));
  };
  const go = (next: WordCursor | null) => {
    if (next === null) return announce(t("spans.noMore"));
    setCursor(next);
    say(next);
  };
  const moved = (at: WordCursor, key: Extract<WordKey, { step: 1 | -1 }>): WordCursor | null => {
    const { type, step, extend } = key;
    const lines = root.current && { root: root.current, units };
    switch (type) {
      case "unit":
        return moveByUnit(units, at, step, extend);
      case "character":
        return characters ? moveByCharacter(units, at, step) : at;
      case "span":
        return moveToSpan(units, at, spans, step);
      case "lineEnd":
        return lines && moveToUnit(units, at, lineEnd(lines, at.at, step), extend);
      case "line":
        if (lines === null) return at;
        column.current ??= middleOf(lines, at.at);
        return moveToUnit(units, at, lineBeside(lines, at.at, step, column.current), extend);
    }
  };
  const act = (at: WordCursor, type: Exclude<WordKey, { step: 1 | -1 }>["type"]) => {
    const target = targetOf(at);
    const opens = type === "open" || at.span !== null;
    if (type === "escape") return hasSelection(at) ? go(dropSelection(at)) : actions.onLeave?.();
    if (target === null) return;
    if (type === "remove") {
      if (target.span === null) return;
      setCursor(dropSelection(at));
      actions.onRemove?.(target.span);
    } else if (target.span !== null && opens) actions.onOpen?.(target.span);
    else {
      setCursor(dropSelection(at));
      actions.onSelect?.(target.stretch, { extended: null, by: "keys" });
    }
  };
  /** Returns true if the text or its labels used the press. */
  const take = (at: WordCursor, event: KeyboardEvent): boolean => {
    const key = wordKeyOf(event, backwards);
    if (key?.type !== "line") column.current = null;
    if (key === null) {
      const target = targetOf(at);
      if (target === null || actions.onKey?.(event, target) !== true) return false;
      setCursor(dropSelection(at));
    } else if ("step" in key) go(moved(at, key));
    else act(at, key.type);
    return true;
  };
  const copy = async (at: WordCursor) => {
    const stretch = targetOf(at)?.stretch;
    if (stretch !== undefined && (await copyToClipboard(units.points.slice(stretch.start, stretch.end))))
      announce(t("spans.copied"));
  };
  const onKeyDown = (event: ReactKeyboardEvent) => {
    if (cursor === null || event.target !== root.current) return;
    if (pressMatches(event.nativeEvent, COPY)) {
      event.preventDefault();
      return void copy(cursor);
    }
    const taken = take(cursor, event.nativeEvent);
    if (taken) event.preventDefault();
    // The record must not receive these keys. Keys with Ctrl or Alt, and the key of the shortcuts sheet, still reach the page.
    if (taken || isPlain(event)) event.stopPropagation();
  };
  const enter = (place?: number) => {
    const next = place === undefined && cursor !== null ? cursor : cursorAt(units, place ?? 0);
    if (next === null || units.units[next.at] === undefined) return false;
    setOn(true);
    go(next);
    return true;
  };
  const target = cursor && targetOf(cursor);
  return {
    on,
    target,
    selecting: cursor !== null && hasSelection(cursor),
    enter,
    leave: () => setOn(false),
    onKeyDown,
  };
}

const isSame = (one: ShownSpan, other: { readonly start: number; readonly end: number; readonly label: string }) =>
  one.start === other.start && one.end === other.end && one.label === other.label;

const isPlain = ({ key, ctrlKey, altKey, metaKey }: ReactKeyboardEvent) =>
  !ctrlKey && !altKey && !metaKey && key !== "?";

/** A key of word mode. `step`: in reading order, also in right-to-left text. */
type WordKey =
  | { readonly type: "unit" | "character" | "span"; readonly step: 1 | -1; readonly extend: boolean }
  | { readonly type: "line" | "lineEnd"; readonly step: 1 | -1; readonly extend: boolean }
  | { readonly type: "mark" | "open" | "remove" | "escape" };

const VERTICAL: { readonly [key: string]: 1 | -1 } = { ArrowDown: 1, ArrowUp: -1 };
const ENDS: { readonly [key: string]: 1 | -1 } = { End: 1, Home: -1 };
const OTHER: { readonly [key: string]: "mark" | "open" | "remove" | "escape" } = {
  " ": "mark",
  Enter: "open",
  Delete: "remove",
  Backspace: "remove",
  Escape: "escape",
};

/** The word-mode key of a press. Null for other keys, such as Ctrl with an arrow. */
function wordKeyOf(event: KeyboardEvent, backwards: boolean): WordKey | null {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
  if (ctrlKey || metaKey) return null;
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const step = (key === "ArrowRight") !== backwards ? 1 : -1;
    if (!altKey) return { type: "unit", step, extend: shiftKey };
    return shiftKey ? { type: "character", step, extend: true } : null;
  }
  if (altKey) return null;
  if (key === "Tab") return { type: "span", step: shiftKey ? -1 : 1, extend: false };
  const [line, end, other] = [VERTICAL[key], ENDS[key], OTHER[key]];
  if (line !== undefined) return { type: "line", step: line, extend: shiftKey };
  if (end !== undefined) return { type: "lineEnd", step: end, extend: shiftKey };
  return other === undefined || (shiftKey && other !== "escape") ? null : { type: other };
}

type Lines = { readonly root: Element; readonly units: SpanUnits };

const isBeside = (one: DOMRect, other: DOMRect) => one.top < other.bottom && other.top < one.bottom;

/** The first or last unit of a unit's line. */
function lineEnd({ root, units }: Lines, from: number, step: 1 | -1): number {
  const box = (unit: Stretch | undefined) => unit && boxesOf(root, units.points, unit).at(step === 1 ? -1 : 0);
  const here = box(units.units[from]);
  let found = from;
  for (let next = from + step; here !== undefined; next += step) {
    const beside = box(units.units[next]);
    if (beside === undefined || !isBeside(beside, here)) return found;
    found = next;
  }
  return found;
}

/** The unit of the next line that is nearest to `x`. On the last line, the unit itself. */
function lineBeside(lines: Lines, from: number, step: 1 | -1, x: number): number {
  const { root, units } = lines;
  const first = lineEnd(lines, from, step) + step;
  const box = (unit: Stretch | undefined) => unit && boxesOf(root, units.points, unit).at(step === 1 ? 0 : -1);
  const line = box(units.units[first]);
  let [found, distance] = [from, Number.POSITIVE_INFINITY];
  for (let next = first; line !== undefined; next += step) {
    const here = box(units.units[next]);
    if (here === undefined || !isBeside(here, line)) return found;
    const away = x < here.left ? here.left - x : Math.max(0, x - here.right);
    if (away < distance) [found, distance] = [next, away];
  }
  return found;
}

/** The middle of a unit, which keeps vertical moves straight. */
function middleOf({ root, units }: Lines, unit: number): number {
  const at = units.units[unit];
  const box = at && boxesOf(root, units.points, at)[0];
  return box === undefined ? 0 : (box.left + box.right) / 2;
}

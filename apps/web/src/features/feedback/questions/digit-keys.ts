import {
  DIGIT_WAIT,
  type DigitStep,
  type Numbers,
  settle,
  typeDigit,
  type Waiting,
} from "@postil/domain/answers/option-keys";
import {
  type KeyboardEvent as ReactKeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { digitOfPress } from "../../../lib/commands/chord.ts";
import { lastPress } from "../../../lib/presses.ts";
import { focusInPanel, goBeside, optionsIn } from "../../../workbench/labels/option-focus.ts";
import type { QuestionHandle } from "./question-control.ts";

type DigitKeys = {
  readonly type: (digit: string) => void;
  /** True while a digit waits for the next digit. */
  readonly waits: () => boolean;
  readonly drop: () => void;
};

type Target = { readonly numbers: Numbers; readonly pick: (number: number) => void };

/**
 * Adds the clock to the matcher of `domain/answers/option-keys`: a number that could continue is picked after 300 ms. Any
 * other key first picks the waiting number, so that `1` and Enter answer 1 and submit (design/keys.md#labeling). The time
 * between two digits is that of their presses: a busy page hears them later.
 */
function createDigitKeys(target: () => Target): DigitKeys {
  let waiting: Waiting = null;
  let timer: number | undefined;

  const stopWaiting = () => {
    window.clearTimeout(timer);
    window.removeEventListener("keydown", onOtherKey, true);
    waiting = null;
  };
  const take = (step: DigitStep) => {
    stopWaiting();
    waiting = step.waiting;
    if (waiting !== null) {
      timer = window.setTimeout(settleNow, DIGIT_WAIT);
      window.addEventListener("keydown", onOtherKey, true);
    }
    for (const number of step.picked) target().pick(number);
  };
  const settleNow = () => take(settle(waiting, target().numbers));
  const onOtherKey = (event: KeyboardEvent) => {
    if (digitOfPress(event) === null && !event.repeat) settleNow();
  };

  return {
    type: (digit) => take(typeDigit(waiting, digit, Math.min(lastPress().at, performance.now()), target().numbers)),
    waits: () => waiting !== null,
    drop: stopWaiting,
  };
}

/** The digit keys of one question. A new record drops a waiting digit. */
export function useDigits(numbers: Numbers, recordKey: string, pick: (number: number) => void): DigitKeys {
  const latest = useRef({ numbers, pick });
  useLayoutEffect(() => {
    latest.current = { numbers, pick };
  });
  const [digits] = useState(() => createDigitKeys(() => latest.current));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the record going away is what ends the wait.
  useEffect(() => digits.drop, [digits, recordKey]);
  return digits;
}

/** The keys of a question whose options are buttons: digits pick, Tab moves among the options. `frame` is for its element. */
export function useButtonKeys(
  ref: Ref<QuestionHandle>,
  recordKey: string,
  numbers: Numbers,
  pick: (number: number) => void,
) {
  const frame = useRef<HTMLFieldSetElement>(null);
  const digits = useDigits(numbers, recordKey, pick);
  useImperativeHandle(ref, () => ({
    focus: () => frame.current && focusInPanel(optionsIn(frame.current)[0]),
    typeDigit: digits.type,
    find: () => false,
  }));
  const onKeyDown = (event: ReactKeyboardEvent) => {
    const digit = digitOfPress(event.nativeEvent);
    if (digit !== null) digits.type(digit);
    else if (event.key !== "Tab" || !goBeside(frame.current, event)) return;
    event.preventDefault();
  };
  return { frame, digits, onKeyDown };
}

/**
 * Numbers typed as digits (design/keys.md#labeling). If a longer number begins with the typed one, the typed one waits
 * for the next digit. So with 15 options `1` waits and `2` picks at once. A pure state machine: the caller passes the
 * time and runs the clock.
 */

/** Time to wait for another digit, in milliseconds. */
export const DIGIT_WAIT = 300;

export type Numbers = {
  readonly has: (number: number) => boolean;
  readonly goesOn: (digits: string) => boolean;
};

/** 1 to `count`: the numbers of options in the full option order (FAN-24), or of ranks. */
export function numbersUpTo(count: number): Numbers {
  return {
    has: (number) => number >= 1 && number <= count,
    goesOn: (digits) => !digits.startsWith("0") && Number(digits) * 10 <= count,
  };
}

/** Only the given numbers: the values of a rating. */
export function numbersAmong(values: readonly number[]): Numbers {
  return {
    has: (number) => values.includes(number),
    goesOn: (digits) => values.some((value) => String(value) !== digits && String(value).startsWith(digits)),
  };
}

/** Digits that were typed and wait for more, and the time of the last digit; `null` when none wait. */
export type Waiting = { readonly digits: string; readonly since: number } | null;

/** The result of a step: the numbers picked, in order, and the digits that wait now. */
export type DigitStep = { readonly picked: readonly number[]; readonly waiting: Waiting };

/** Handles one digit, `"0"` to `"9"`, at time `now` in milliseconds. */
export function typeDigit(waiting: Waiting, digit: string, now: number, numbers: Numbers): DigitStep {
  if (waiting === null) return begin(digit, now, numbers);
  const late = now - waiting.since >= DIGIT_WAIT;
  const digits = waiting.digits + digit;
  if (!late && numbers.goesOn(digits)) return { picked: [], waiting: { digits, since: now } };
  if (!late && isNumber(digits, numbers)) return { picked: [Number(digits)], waiting: null };
  const earlier = settle(waiting, numbers);
  const fresh = begin(digit, now, numbers);
  return { picked: [...earlier.picked, ...fresh.picked], waiting: fresh.waiting };
}

/** The wait is over, or another key was pressed: the waiting digits are picked as they are. */
export function settle(waiting: Waiting, numbers: Numbers): DigitStep {
  const picked = waiting !== null && isNumber(waiting.digits, numbers) ? [Number(waiting.digits)] : [];
  return { picked, waiting: null };
}

function begin(digit: string, now: number, numbers: Numbers): DigitStep {
  if (numbers.goesOn(digit)) return { picked: [], waiting: { digits: digit, since: now } };
  return { picked: isNumber(digit, numbers) ? [Number(digit)] : [], waiting: null };
}

/** `07` is not 7: no number except 0 itself begins with a zero. */
function isNumber(digits: string, numbers: Numbers): boolean {
  return String(Number(digits)) === digits && numbers.has(Number(digits));
}

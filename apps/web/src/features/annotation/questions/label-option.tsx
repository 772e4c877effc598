import { memo } from "react";
import { ENTER_IS_A_COMMAND } from "../../../lib/commands/key-owner.ts";
import { cx } from "../../../ui/cx.ts";
import { Star } from "../../../ui/star.tsx";
import { LOOKS, type OptionLook } from "./option-look.ts";
import { pressOnSpace } from "./press-on-space.ts";
import { OPTION } from "./question-control.ts";

export type LabelOptionProps = {
  readonly value: string;
  readonly text: string;
  readonly description: string | null;
  readonly number: number;
  readonly look: OptionLook;
  /** said of it when the machine named it, whatever is chosen now: "Suggested, 78 %" */
  readonly spoken: string | undefined;
  readonly percent: string | undefined;
  /** round ends: one of them; square: several */
  readonly round: boolean;
  /** fills its cell in the long list */
  readonly wide?: boolean;
  readonly showNumber: boolean;
  /** stable over renders, or a list of thousands draws itself anew at every key */
  readonly onPick: (value: string) => void;
};

const CAPS: { readonly [Look in OptionLook]: string } = {
  plain: "bg-sunken text-soft",
  suggested: "text-suggestion",
  chosen: "bg-ink text-surface",
};

/** One label, as a toggle. Its number is its place in the full option order (FAN-24). */
export const LabelOption = memo(function LabelOption(props: LabelOptionProps) {
  const { value, text, description, number, look, spoken, percent, round, wide = false, showNumber, onPick } = props;
  return (
    <button
      type="button"
      {...ENTER_IS_A_COMMAND}
      {...{ [OPTION]: value }}
      aria-pressed={look !== "plain"}
      aria-keyshortcuts={String(number)}
      aria-description={spoken}
      title={description === null ? text : `${text}\n${description}`}
      onClick={() => onPick(value)}
      onKeyDown={(event) => pressOnSpace(event, () => onPick(value))}
      className={cx(
        "inline-flex h-8 min-w-0 max-w-full items-center gap-2 pr-3 whitespace-nowrap max-md:h-11 max-md:px-4",
        showNumber ? "pl-1.5" : "pl-3",
        round ? "rounded-full" : "rounded-control max-md:rounded-[8px]",
        wide && "w-full",
        LOOKS[look],
      )}
    >
      {showNumber && (
        <span
          aria-hidden="true"
          className={cx(
            "grid h-5 min-w-5 flex-none place-items-center px-1 font-[500] text-key max-md:hidden",
            round ? "rounded-full" : "rounded-key",
            CAPS[look],
          )}
        >
          {number}
        </span>
      )}
      <span
        dir="auto"
        className={cx(
          "truncate",
          !wide && "max-w-[200px]",
          look === "chosen" && "[-webkit-text-stroke:0.35px_currentColor]",
        )}
      >
        {text}
      </span>
      {spoken !== undefined && (
        <span
          aria-hidden="true"
          className={cx(
            "inline-flex flex-none items-center gap-[3px] font-[500] text-small text-suggestion tabular-nums",
            wide && "ml-auto",
          )}
        >
          <Star size={11} />
          {percent}
        </span>
      )}
    </button>
  );
});

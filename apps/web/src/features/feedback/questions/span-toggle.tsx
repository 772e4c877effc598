import type { ReactNode } from "react";
import { ENTER_IS_A_COMMAND } from "../../../lib/commands/key-owner.ts";
import { cx } from "../../../ui/cx.ts";
import { pressOnSpace } from "../../../ui/press-on-space.ts";
import { Star } from "../../../ui/star.tsx";
import { OPTION } from "../../../workbench/labels/option-focus.ts";
import { LOOKS } from "../../../workbench/labels/option-look.ts";

type SpanToggleProps = {
  pressed: boolean;
  /** It says what the machine said. */
  byMachine: boolean;
  onPress: () => void;
  children: ReactNode;
};

/** An answer to a question of spans as a whole; pressed again it is taken back. */
export function SpanToggle({ pressed, byMachine, onPress, children }: SpanToggleProps) {
  return (
    <button
      type="button"
      {...ENTER_IS_A_COMMAND}
      {...{ [OPTION]: "" }}
      aria-pressed={pressed}
      onClick={onPress}
      onKeyDown={(event) => pressOnSpace(event, onPress)}
      className={cx(
        "inline-flex h-8 items-center gap-2 rounded-control px-3 whitespace-nowrap max-md:h-11",
        LOOKS[pressed ? "chosen" : "plain"],
      )}
    >
      {byMachine && (
        <span className="text-suggestion">
          <Star size={11} />
        </span>
      )}
      {children}
    </button>
  );
}

import { memo } from "react";
import { ENTER_IS_A_COMMAND } from "../../lib/commands/key-owner.ts";
import { pressOnSpace } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Star } from "../../ui/icon.tsx";
import { entityColors, Swatch } from "../../ui/swatch.tsx";
import { LOOKS, OPTION, type OptionLook } from "./option-focus.ts";
import { OptionName } from "./option-name.tsx";

/** pill: in a few rows; small: a pill without a key; row: one of many, in columns of equal width */
export type OptionShape = "pill" | "small" | "row";

/** active: the label for the next marked words. It is not an answer yet, so it is not drawn in ink. */
export type LabelLook = OptionLook | "active";

export const LABEL_LOOKS: { readonly [Look in LabelLook]: string } = {
  ...LOOKS,
  active: "border border-transparent bg-(--fill) shadow-[inset_0_0_0_2px_var(--tone)]",
};
const STRONGLY: ReadonlySet<LabelLook> = new Set(["chosen", "active"]);
const STRONG = "[-webkit-text-stroke:0.35px_currentColor]";

export type LabelOptionProps = {
  readonly value: string;
  readonly text: string;
  readonly description: string | null;
  /** the key or number that picks it; null when it has none */
  readonly cap: string | null;
  readonly look: LabelLook;
  /** the slot of its entity colour, if words are marked with it */
  readonly color?: number;
  readonly shape: OptionShape;
  /** the screen-reader text of a suggestion, whatever is chosen now: "Suggested, 78 %" */
  readonly spoken: string | undefined;
  readonly percent: string | undefined;
  /** true: the score is drawn over the edge of a pill, so that nothing moves when it appears */
  readonly scoreAbove: boolean;
  /** true: round ends, for a single choice; false: square ends, for several */
  readonly round: boolean;
  readonly showCap: boolean;
  /** the search text, which is marked in the name */
  readonly query: string;
  /** true if Enter in the search takes this option */
  readonly marked: boolean;
  /** must be stable between renders: otherwise a list of thousands renders again at every key */
  readonly onPick: (value: string) => void;
};

const SHAPES: { readonly [Shape in OptionShape]: string } = {
  pill: "inline-flex h-8 max-w-full gap-2 max-md:h-11 max-md:px-4",
  small: "inline-flex h-7 max-w-full gap-2 px-2 max-md:h-11 max-md:px-4",
  row: "flex h-7 w-full gap-1.5 px-1 text-left max-md:h-11 max-md:px-2",
};

/** In columns the names are aligned, even if only some options have keys. */
function insetOf(shape: OptionShape, showCap: boolean, cap: string | null): string | false {
  if (shape === "pill") return showCap && cap !== null ? "pr-3 pl-1.5" : "px-3";
  return shape === "row" && showCap && cap === null && "pl-[38px] max-md:pl-2";
}

/** No outline, even if forced colours would draw one. */
const PLAIN_ROW = "border border-transparent hover:bg-sunken forced-colors:border-[Canvas]";

/** One label as a toggle. Its key or number depends on its place among all labels (FAN-24, LAB-04). */
export const LabelOption = memo(function LabelOption(props: LabelOptionProps) {
  const { value, text, description, cap, look, color, shape, spoken, percent, scoreAbove } = props;
  const { round, query, marked, onPick } = props;
  const row = shape === "row";
  const showCap = props.showCap && cap !== null;
  return (
    <button
      type="button"
      {...ENTER_IS_A_COMMAND}
      {...{ [OPTION]: value }}
      aria-pressed={look !== "plain"}
      data-look={look}
      aria-keyshortcuts={cap ?? undefined}
      aria-description={spoken}
      title={description === null ? text : `${text}\n${description}`}
      style={entityColors(color)}
      onClick={() => onPick(value)}
      onKeyDown={(event) => pressOnSpace(event, () => onPick(value))}
      className={cx(
        "relative min-w-0 items-center whitespace-nowrap",
        SHAPES[shape],
        insetOf(shape, props.showCap, cap),
        shape === "small" && look === "plain" && "text-soft",
        row ? "scroll-mt-28 rounded-control" : round ? "rounded-full" : "rounded-control max-md:rounded-[8px]",
        row && look === "plain" ? PLAIN_ROW : LABEL_LOOKS[look],
        marked && "outline-2 outline-accent outline-solid",
      )}
    >
      {showCap && <OptionCap cap={cap} look={look} round={round} wide={row} />}
      {color !== undefined && <Swatch color={color} filled={look === "active"} />}
      <OptionName
        text={text}
        query={query}
        className={cx(row ? "flex-1" : "max-w-[200px]", STRONGLY.has(look) && STRONG)}
      />
      {spoken !== undefined && <OptionScore percent={percent} above={scoreAbove && !row} />}
    </button>
  );
});

const CAPS: { readonly [Look in LabelLook]: string } = {
  plain: "bg-sunken text-soft",
  suggested: "text-suggestion",
  active: "bg-surface/72 text-ink",
  chosen: "bg-ink text-surface",
};

type OptionCapProps = Pick<LabelOptionProps, "look" | "round"> & { cap: string; wide: boolean };

/** The key that picks the option. Screen readers get it from `aria-keyshortcuts`. */
export function OptionCap({ cap, look, round, wide }: OptionCapProps) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        "grid h-5 flex-none place-items-center px-1 font-[500] text-key tabular-nums max-md:hidden",
        wide ? "min-w-7" : "min-w-5",
        round ? (wide ? "rounded-[10px]" : "rounded-full") : "rounded-key",
        CAPS[look],
      )}
    >
      {cap}
    </span>
  );
}

/** The star of a suggestion, with its score. */
export function OptionScore({ percent, above = false }: { percent: string | undefined; above?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        "inline-flex flex-none items-center gap-[3px] font-[500] text-suggestion tabular-nums",
        above ? "absolute -top-2.5 right-2 rounded-full bg-surface px-1 text-key leading-3.5" : "text-small",
      )}
    >
      <Star size={above ? 9 : 11} />
      {percent}
    </span>
  );
}

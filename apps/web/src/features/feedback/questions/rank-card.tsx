import { t } from "i18next";
import { memo } from "react";
import { ENTER_IS_A_COMMAND } from "../../../lib/commands/key-owner.ts";
import { cx } from "../../../ui/cx.ts";
import { Grip } from "../../../ui/grip.tsx";
import { pressOnSpace } from "../../../ui/press-on-space.ts";
import { Star } from "../../../ui/star.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import { OPTION } from "../../../workbench/labels/option-focus.ts";
import { LOOKS, type OptionLook } from "../../../workbench/labels/option-look.ts";
import type { RankDrag } from "./use-rank-drag.ts";

type RankCardProps = {
  value: string;
  text: string;
  /** 0: not ranked */
  rank: number;
  suggestedRank: number | undefined;
  look: OptionLook;
  drag: RankDrag;
  onOpen: (value: string) => void;
};

/** One item of a ranking: drag it, type its rank, or press it for the menu. */
export const RankCard = memo(function RankCard({
  value,
  text,
  rank,
  suggestedRank,
  look,
  drag,
  onOpen,
}: RankCardProps) {
  const dragged = drag.value === value;
  return (
    <button
      type="button"
      {...ENTER_IS_A_COMMAND}
      {...{ [OPTION]: value }}
      aria-description={
        suggestedRank === undefined ? undefined : t("questions.suggestion.rank", { rank: suggestedRank })
      }
      aria-haspopup="menu"
      title={text}
      onClick={() => !drag.justDropped() && onOpen(value)}
      onKeyDown={(event) => pressOnSpace(event, () => onOpen(value))}
      onPointerDown={(event) => drag.start(event, value)}
      style={dragged ? { transform: `translate(${drag.by.x}px, ${drag.by.y}px)` } : undefined}
      className={cx(
        "flex h-7 w-full min-w-0 cursor-grab items-center gap-1.5 rounded-control pr-2 pl-1.5 text-left max-md:h-11",
        LOOKS[look],
        dragged && "pointer-events-none relative z-10 cursor-grabbing shadow-menu",
      )}
    >
      <span data-grip className={cx("touch-none", look === "suggested" ? "text-current" : "text-soft")}>
        <Grip />
      </span>
      <span translate="no" dir="auto" className="truncate">
        {text}
        <VisuallyHidden>{rank > 0 ? t("ranking.ranked", { rank }) : t("ranking.unranked")}</VisuallyHidden>
      </span>
      {suggestedRank !== undefined && (
        <span
          aria-hidden="true"
          className="ml-auto inline-flex flex-none items-center gap-[3px] font-[500] text-small text-suggestion tabular-nums"
        >
          <Star size={11} />
          {suggestedRank}
        </span>
      )}
    </button>
  );
});

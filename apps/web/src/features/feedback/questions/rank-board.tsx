import type { Ranked } from "@postil/domain/answers/answers";
import type { RankBoard as Board } from "@postil/domain/answers/ranking";
import type { LabelOption } from "@postil/domain/datasets/question";
import { t } from "i18next";
import type { KeyboardEventHandler } from "react";
import { cx } from "../../../ui/cx.ts";
import { lookOf } from "../../../workbench/labels/option-look.ts";
import { RankCard } from "./rank-card.tsx";
import { RANK, type RankDrag } from "./use-rank-drag.ts";

type RankBoardProps = {
  board: Board;
  suggested: readonly Ranked[];
  untouched: ReadonlySet<string>;
  drag: RankDrag;
  onKeyDown: KeyboardEventHandler;
  onOpen: (value: string) => void;
};

/** Places 1 to n at the left, several cards in one place are a tie; at the right what has no place yet. */
export function RankBoard({ board, suggested, untouched, drag, onKeyDown, onOpen }: RankBoardProps) {
  const cardOf = (option: LabelOption, rank: number) => (
    <RankCard
      key={option.value}
      value={option.value}
      text={option.text}
      rank={rank}
      suggestedRank={suggested.find((item) => item.value === option.value)?.rank}
      look={lookOf(rank > 0, untouched.has(option.value))}
      drag={drag}
      onOpen={onOpen}
    />
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the cards are the controls; their keys are heard here once.
    <div onKeyDown={onKeyDown} className="grid gap-6 @min-[420px]:grid-cols-2">
      <ol className="min-w-0 space-y-1">
        {board.slots.map(({ rank, options }) => (
          <li key={rank} {...{ [RANK]: rank }} className="flex gap-2">
            <span
              aria-hidden="true"
              className="w-4 flex-none text-center text-key leading-7 text-soft tabular-nums max-md:leading-11"
            >
              {rank}
            </span>
            <div className="min-w-0 flex-1 space-y-1">
              {options.length === 0 && <EmptySlot rank={rank} over={drag.over === rank} />}
              {options.map((option) => cardOf(option, rank))}
            </div>
          </li>
        ))}
      </ol>
      <ul
        aria-label={t("ranking.notRanked")}
        {...{ [RANK]: 0 }}
        className={cx(
          "min-w-0 space-y-1 rounded-control",
          board.unranked.length > 12 && "max-h-96 overflow-auto",
          drag.over === 0 && "bg-accent-fill fill-ring",
        )}
      >
        {board.unranked.map((option) => (
          <li key={option.value}>{cardOf(option, 0)}</li>
        ))}
        {board.unranked.length === 0 && (
          <li className="leading-7 text-soft max-md:leading-11">{t("ranking.allRanked")}</li>
        )}
      </ul>
    </div>
  );
}

function EmptySlot({ rank, over }: { rank: number; over: boolean }) {
  return (
    <div
      role="img"
      data-edge
      aria-label={t("ranking.place", { rank })}
      className={cx(
        "h-7 rounded-control outline-dashed outline-0 -outline-offset-1 max-md:h-11",
        over ? "bg-accent-fill fill-ring" : "bg-sunken in-data-[theme^=contrast]:outline-1",
      )}
    />
  );
}

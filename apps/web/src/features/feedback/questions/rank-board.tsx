import type { RankBoard as Board } from "@postil/domain/answers/rank-board";
import type { LabelOption } from "@postil/domain/datasets/question";
import type { Ranked } from "@postil/domain/records/question-types";
import { t } from "i18next";
import {
  type KeyboardEventHandler,
  memo,
  type PointerEvent as ReactPointerEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { ENTER_IS_A_COMMAND } from "../../../lib/commands/key-owner.ts";
import { pressOnSpace } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Star } from "../../../ui/icon.tsx";
import { Grip } from "../../../ui/reorder.tsx";
import { VisuallyHidden } from "../../../ui/screen-reader.tsx";
import { LOOKS, lookOf, OPTION, type OptionLook } from "../../../workbench/labels/option-focus.ts";

type RankBoardProps = {
  board: Board;
  suggested: readonly Ranked[];
  untouched: ReadonlySet<string>;
  drag: RankDrag;
  onKeyDown: KeyboardEventHandler;
  onOpen: (value: string) => void;
};

/** At the left: ranks 1 to n, where several cards in one rank are a tie. At the right: the cards without a rank. */
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

type RankCardProps = {
  value: string;
  text: string;
  /** 0 means not ranked */
  rank: number;
  suggestedRank: number | undefined;
  look: OptionLook;
  drag: RankDrag;
  onOpen: (value: string) => void;
};

/** One item of a ranking: drag it, type its rank, or press it for the menu. */
const RankCard = memo(function RankCard({ value, text, rank, suggestedRank, look, drag, onOpen }: RankCardProps) {
  const dragged = drag.value === value;
  return (
    <button
      type="button"
      {...ENTER_IS_A_COMMAND}
      {...{ [OPTION]: value }}
      aria-description={suggestedRank === undefined ? undefined : t("ranking.suggested", { rank: suggestedRank })}
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

/** The attribute of drop targets for cards: its value is the rank, 0 for the unranked list. */
const RANK = "data-rank";

/** A press becomes a drag after this distance in px, so that an unsteady click still opens the menu. */
const DRAG_AFTER = 4;

type Point = { readonly x: number; readonly y: number };
const NOWHERE: Point = { x: 0, y: 0 };

/** resting; pressed but not yet moved far enough; or dragged, over a rank or over none */
type Phase =
  | { readonly name: "resting" }
  | { readonly name: "pressed"; readonly value: string; readonly from: Point }
  | {
      readonly name: "dragging";
      readonly value: string;
      readonly from: Point;
      readonly by: Point;
      readonly over: number | null;
    };

type RankDrag = {
  /** the dragged value, its distance so far, and the rank below it */
  readonly value: string | null;
  readonly by: Point;
  readonly over: number | null;
  readonly start: (event: ReactPointerEvent, value: string) => void;
  /** True if the next click ends a drag and must not open anything. */
  readonly justDropped: () => boolean;
};

const RESTING: Phase = { name: "resting" };

/**
 * Drags cards between ranks. Mouse and pen drag anywhere on the card. A finger drags only by the grip, so that a swipe still
 * scrolls.
 */
export function useRankDrag(onDrop: (value: string, rank: number) => void): RankDrag {
  const [phase, setPhase] = useState<Phase>(RESTING);
  // The pointer may be released before React renders its last move, so the state is kept here.
  const latest = useRef<Phase>(RESTING);
  const enter = useCallback((next: Phase) => {
    latest.current = next;
    setPhase(next);
  }, []);
  const dropped = useRef(false);
  const active = phase.name !== "resting";

  useEffect(() => {
    if (!active) return;
    const onMove = (event: PointerEvent) => enter(moved(latest.current, { x: event.clientX, y: event.clientY }));
    const onCancel = () => enter(RESTING);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      onCancel();
    };
    const onUp = () => {
      const ended = latest.current;
      enter(RESTING);
      if (ended.name !== "dragging") return;
      dropped.current = true;
      // If the card is dropped over itself, its click comes before this timeout.
      window.setTimeout(() => {
        dropped.current = false;
      });
      if (ended.over !== null) onDrop(ended.value, ended.over);
    };
    window.addEventListener("pointermove", onMove);
    window.addEventListener("pointerup", onUp);
    window.addEventListener("pointercancel", onCancel);
    window.addEventListener("keydown", onKeyDown, true);
    return () => {
      window.removeEventListener("pointermove", onMove);
      window.removeEventListener("pointerup", onUp);
      window.removeEventListener("pointercancel", onCancel);
      window.removeEventListener("keydown", onKeyDown, true);
    };
  });

  return useMemo(() => {
    const dragging = phase.name === "dragging" ? phase : null;
    return {
      value: dragging?.value ?? null,
      by: dragging?.by ?? NOWHERE,
      over: dragging?.over ?? null,
      start: (event, value) => {
        const byFinger = event.pointerType === "touch";
        const onGrip = event.target instanceof Element && event.target.closest("[data-grip]") !== null;
        if (event.button !== 0 || (byFinger && !onGrip)) return;
        enter({ name: "pressed", value, from: { x: event.clientX, y: event.clientY } });
      },
      justDropped: () => dropped.current,
    };
  }, [phase, enter]);
}

function moved(phase: Phase, to: Point): Phase {
  if (phase.name === "resting") return phase;
  const by = { x: to.x - phase.from.x, y: to.y - phase.from.y };
  if (phase.name === "pressed" && Math.hypot(by.x, by.y) < DRAG_AFTER) return phase;
  return { name: "dragging", value: phase.value, from: phase.from, by, over: placeAt(to) };
}

function placeAt({ x, y }: Point): number | null {
  const rank = document.elementFromPoint(x, y)?.closest(`[${RANK}]`)?.getAttribute(RANK);
  return rank === null || rank === undefined ? null : Number(rank);
}

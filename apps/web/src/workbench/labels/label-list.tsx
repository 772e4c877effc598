import type { NumberedOption } from "@postil/domain/labels/label-search";
import { t } from "i18next";
import {
  type KeyboardEventHandler,
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { cx } from "../../ui/cx.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LabelOption, type LabelOptionProps } from "./label-option.tsx";
import type { LongLabelListHandle } from "./long-label-list.tsx";
import { focusInPanel, OPTION, showInPanel } from "./option-focus.ts";
import type { LabelsMore } from "./use-label-view.ts";

/** With this many options or more, only those in view are rendered (design/questions.md#labels). */
const LONG_FROM = 200;
const LongLabelList = lazyPart(() => import("./long-label-list.tsx").then((m) => m.LongLabelList));

export type LabelListHandle = {
  readonly isLong: boolean;
  readonly focus: (value: string) => void;
  readonly focusFirst: () => void;
  /** Scrolls the option into view. The focus does not move. */
  readonly show: (value: string) => void;
  /**
   * Moves to the option beside the focused one. Forwards it wraps at the end. Backwards from the first it returns false, and
   * the focus leaves the list.
   */
  readonly move: (step: 1 | -1) => boolean;
  readonly isLast: () => boolean;
};

type LabelListProps = {
  ref: Ref<LabelListHandle>;
  recordKey: string;
  shown: readonly NumberedOption[];
  /** true: columns of equal width; false: pills in rows */
  columns: boolean;
  propsOf: (option: NumberedOption) => LabelOptionProps;
  onKeyDown?: KeyboardEventHandler;
  onClearSearch: () => void;
  /** after the pills, at the right: the source of the suggestions */
  note: ReactNode;
  /** at the end, also when no option is found */
  end?: ReactNode;
  more: LabelsMore | null;
  /** text of the button that hides them again, instead of "Show less" */
  less?: string | undefined;
  /** true for less space between pills */
  tight?: boolean;
};

const PILLS = "flex flex-wrap gap-2";
const TIGHT_PILLS = "flex flex-wrap gap-1";
/** The same columns as `long-label-list.tsx` counts. */
const COLUMNS = "grid grid-cols-[repeat(auto-fill,minmax(min(224px,100%),1fr))] gap-x-3";

/**
 * The options of a label question. They are pills in rows, or columns when there are many. With hundreds, only those in view
 * are rendered.
 */
export function LabelList(props: LabelListProps) {
  const {
    ref,
    recordKey,
    shown,
    columns,
    propsOf,
    onKeyDown,
    onClearSearch,
    note,
    end,
    more,
    less,
    tight = false,
  } = props;
  const box = useRef<HTMLDivElement>(null);
  const long = useRef<LongLabelListHandle>(null);
  const [drawsAll, setDrawsAll] = useState(false);
  const isLong = shown.length >= LONG_FROM && !drawsAll;
  useListHandle(ref, { box, long, shown, isLong });

  const found = shown.length > 0;
  return (
    // The options are the controls. One handler here receives their keys.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above.
    <div
      ref={box}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className={cx(
        "outline-0",
        isLong ? "flow-root" : columns ? cx(COLUMNS, tight && "text-soft") : tight ? TIGHT_PILLS : PILLS,
      )}
    >
      {!found ? (
        <NothingFound onClear={onClearSearch} />
      ) : isLong ? (
        <LongLabelList
          // Another record starts at the top of the list.
          key={recordKey}
          ref={long}
          options={shown}
          renderOption={(option) => <LabelOption key={option.value} {...propsOf(option)} shape="row" />}
          meanwhile={<div className="h-80" />}
          whenMissing={() => setDrawsAll(true)}
        />
      ) : (
        shown.map((option) => <LabelOption key={option.value} {...propsOf(option)} />)
      )}
      {found && more && <MoreButton {...more} tight={tight} less={less} />}
      {found && note}
      {end}
    </div>
  );
}

type ListParts = Pick<LabelListProps, "shown"> & {
  box: { readonly current: HTMLDivElement | null };
  long: { readonly current: LongLabelListHandle | null };
  isLong: boolean;
};

function useListHandle(ref: Ref<LabelListHandle>, { box, long, shown, isLong }: ListParts): void {
  const drawn = (value: string) => box.current?.querySelector<HTMLElement>(`[${OPTION}="${CSS.escape(value)}"]`);
  const focus = (value: string) => {
    const option = drawn(value);
    if (option) return focusInPanel(option);
    // The box takes the focus until the option is rendered, so that the next key is not lost.
    focusInPanel(box.current);
    long.current?.reveal(value, true);
  };
  const focused = () => {
    const value = document.activeElement?.getAttribute(OPTION);
    return shown.findIndex((option) => option.value === value);
  };
  useImperativeHandle(ref, () => ({
    isLong,
    focus,
    focusFirst: () => shown[0] && focus(shown[0].value),
    show: (value) => {
      long.current?.reveal(value, false);
      showInPanel(drawn(value));
    },
    move: (step) => {
      const to = focused() + step;
      const next = to < 0 ? undefined : shown[to % shown.length];
      if (next) focus(next.value);
      return next !== undefined;
    },
    isLast: () => focused() === shown.length - 1,
  }));
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <p className="col-span-full flex h-8 items-center gap-2 text-soft max-md:h-11">
      {t("questions.labels.none")}
      <button type="button" className="text-accent" onClick={onClear}>
        {t("questions.labels.clearSearch")}
      </button>
    </p>
  );
}

type MoreProps = LabelsMore & Required<Pick<LabelListProps, "tight">> & Pick<LabelListProps, "less">;

function MoreButton({ hidden, expanded, onToggle, less, tight }: MoreProps): ReactNode {
  return (
    <button
      type="button"
      data-more=""
      aria-expanded={expanded}
      aria-label={expanded ? undefined : t("questions.labels.more", { count: hidden })}
      onClick={onToggle}
      className={cx("justify-self-start px-2 text-accent tabular-nums max-md:h-11", tight ? "h-7" : "h-8")}
    >
      {expanded ? (less ?? t("questions.labels.less")) : `+${hidden.toLocaleString(LOCALE)}`}
    </button>
  );
}

/** Focuses an option after the next render, because it may not exist before. */
export function useFocusLater(list: RefObject<LabelListHandle | null>): (value: string) => void {
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    list.current?.focus(wanted.current);
    wanted.current = null;
  });
  return (value) => {
    wanted.current = value;
  };
}

import { mayValidate, takesBack } from "@postil/domain/tasks/record-edit";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import type { TaskMode } from "@postil/domain/tasks/task-view";
import { t } from "i18next";
import { type MouseEvent, memo, useLayoutEffect, useRef } from "react";
import { usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { FILLS } from "../../../lib/presses.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { cx } from "../../../ui/cx.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { RecordMargin } from "../record/record-margin.tsx";
import { useListCommands } from "../state/task-commands.ts";
import type { ActionName, AreaProps, TaskKind } from "../task-kind.ts";
import type { MeanwhileProps } from "./meanwhile.tsx";

const Meanwhile = lazyPart<MeanwhileProps>(() => import("./meanwhile.tsx"));
const nothing = () => undefined;

export type RowHandlers = {
  readonly toggle: (key: string) => void;
  readonly range: (key: string) => void;
  readonly setCursor: (key: string) => void;
};

type RecordRowProps = AreaProps<ShownTaskRecord> & {
  /** the position among all matching records, from 1 */
  position: number;
  /** the number of all matching records */
  total: number;
  kind: TaskKind;
  mode: TaskMode;
  selected: boolean;
  /** at least one record is selected, and this is the cursor record */
  selecting: boolean;
  /** visible when the page opens */
  near: boolean;
  handlers: RowHandlers;
};

/**
 * A record of the list: box, content and answer, right margin (design/tasks.md#list). Rendered again only if its own data
 * changes.
 */
export const RecordRow = memo(function RecordRow(props: RecordRowProps) {
  const { record, position, total, kind, mode, labels, isCursor, selected, selecting, alone, near, actions, handlers } =
    props;
  const row = useRef<HTMLElement>(null);
  useTabStops(row, isCursor);
  const { key, status } = record;
  const annotates = mode === "annotate";
  const { Annotate, Explore, Margin = RecordMargin, MarginEnd } = kind;
  const toCursor = () => handlers.setCursor(key);
  const area = { record, labels, isCursor, alone, actions };
  const boxed = annotates && !alone;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the cursor moves by key as well, wherever the focus is
    <article
      ref={row}
      aria-label={t("tasks.record", { position, status: t(`tasks.status.${status}`) })}
      aria-posinset={position}
      aria-setsize={total}
      aria-current={isCursor || undefined}
      data-record={key}
      tabIndex={-1}
      // Runs after the click: if the row grew earlier, the press would miss its target.
      onClick={toCursor}
      onFocus={({ target }) => target.matches(":focus-visible") && toCursor()}
      className={cx(
        "group/row relative grid grid-cols-[40px_minmax(0,1fr)_auto] px-6 pt-4 pb-5 -outline-offset-2! max-md:grid-cols-[auto_minmax(0,1fr)] max-md:gap-y-2 max-md:px-4 max-md:pt-2",
        "not-first:shadow-[inset_0_1px_0_var(--line)]",
        !near && "[contain-intrinsic-size:auto_160px] [content-visibility:auto]",
        "bg-(--row) [--row:var(--surface)]",
        selected &&
          "[--row:color-mix(in_srgb,var(--accent-fill)_36%,var(--surface))] in-data-[theme^=contrast]:[--row:var(--surface)]",
        isCursor && "before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent",
      )}
    >
      <div className="pt-1 max-md:grid max-md:min-h-11 max-md:items-center max-md:pt-0">
        {boxed && <SelectBox position={position} selected={selected} onSelect={select(handlers, key)} />}
      </div>
      <div
        className={cx(
          "min-w-0 max-w-[748px] max-md:max-w-none max-md:order-1 max-md:col-span-2",
          status === "Discarded" && !isCursor && PALE,
        )}
      >
        {annotates ? (
          <Annotate {...area} toCursor={toCursor} />
        ) : (
          <Explore record={record} labels={labels} isCursor={isCursor} />
        )}
        {(record.saved === "changed" || record.editIsOlder) && <Meanwhile record={record} whenMissing={nothing} />}
        {annotates && isCursor && <RecordButtons area={area} kind={kind} selecting={selecting} />}
      </div>
      <Margin record={record} isCursor={isCursor}>
        {!annotates && MarginEnd !== undefined && <MarginEnd record={record} />}
      </Margin>
    </article>
  );
});

/** Without colours and in the secondary tone, which is still readable; half opacity would be too faint. */
const PALE = "text-soft grayscale [&_mark]:text-ink group-hover/row:text-ink group-hover/row:grayscale-0";

const select = (handlers: RowHandlers, key: string) => (shift: boolean) =>
  shift ? handlers.range(key) : handlers.toggle(key);

/**
 * Tab moves only through the cursor record. Set on the DOM elements, because the controls are of many kinds and some appear
 * later.
 */
function useTabStops(row: { readonly current: HTMLElement | null }, isCursor: boolean): void {
  useLayoutEffect(() => {
    const controls = row.current?.querySelectorAll<HTMLElement>("a, button, input, textarea") ?? [];
    for (const control of controls) if (!isCursor || control.tabIndex < 0) control.tabIndex = isCursor ? 0 : -1;
  }, [row, isCursor]);
}

type SelectBoxProps = { position: number; selected: boolean; onSelect: (shift: boolean) => void };

function SelectBox({ position, selected, onSelect }: SelectBoxProps) {
  const shift = useRef(false);
  const note = (event: MouseEvent) => {
    shift.current = event.shiftKey;
    if (event.shiftKey) event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only learns whether Shift is held; the box is the control
    <span onMouseDown={note}>
      <Checkbox
        hideLabel
        label={t("tasks.select", { position })}
        checked={selected}
        onChange={() => {
          onSelect(shift.current);
          shift.current = false;
        }}
      />
    </span>
  );
}

type RecordButtonsProps = {
  area: AreaProps<ShownTaskRecord>;
  kind: TaskKind;
  /** Other records are selected, and the keys act on them. */
  selecting: boolean;
};

const LOOKS = { validate: "primary", discard: "secondary", clear: "ghost", reset: "ghost" } as const;

const neverTyping = () => false;

/** The actions for the cursor record, each with its key (design/tasks.md#list). */
function RecordButtons({ area, kind, selecting }: RecordButtonsProps) {
  const { record, actions } = area;
  const { buttons, useTyping = neverTyping, Extra } = kind;
  const typing = useTyping(record);
  return (
    <div className="sticky bottom-0 z-1 mt-2 -mb-2 flex flex-wrap items-center gap-2 bg-(--row) py-2 pr-19 max-md:pr-0">
      {buttons(record).map((name) => (
        <ActionButton
          key={name}
          name={name}
          text={textOf(name, record, typing)}
          keyless={typing || selecting}
          onPress={selecting ? () => actions[name]([record]) : undefined}
          disabled={name === "validate" && !typing && !mayValidate(record)}
        />
      ))}
      {/* Pushes what follows to the right end of this line; what wraps begins a line at the left. */}
      <span className="-mr-2 flex-1" />
      {Extra !== undefined && <Extra {...area} />}
    </div>
  );
}

/** The text for the current effect of the button. */
function textOf(name: ActionName, record: ShownTaskRecord, typing: boolean) {
  if (name === "validate" && typing) return "save";
  if (name === "validate" && takesBack(name, [record])) return "unvalidate";
  return name === "discard" && takesBack(name, [record]) ? "undiscard" : name;
}

type ActionButtonProps = {
  name: ActionName;
  text: ReturnType<typeof textOf>;
  /**
   * True if the button shows no key: during typing its keys are text, and during a selection they act on the selected records.
   */
  keyless: boolean;
  /** Called instead of the command. */
  onPress: (() => void) | undefined;
  disabled: boolean;
};

function ActionButton({ name, text, keyless, onPress, disabled }: ActionButtonProps) {
  const command = useListCommands()[name];
  const keys = usePrintedKeys(command);
  return (
    <Button
      variant={text === "unvalidate" ? "secondary" : LOOKS[name]}
      keys={keyless ? undefined : keys}
      disabled={disabled}
      onClick={onPress ?? command.run}
      {...FILLS}
    >
      {t(`tasks.actions.${text}`)}
    </Button>
  );
}

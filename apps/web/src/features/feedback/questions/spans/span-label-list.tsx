import { indexLabels, isQuery, type NumberedOption, searchLabels } from "@postil/domain/answers/label-search";
import { numbersUpTo } from "@postil/domain/answers/option-keys";
import type { LabelOption } from "@postil/domain/datasets/question";
import { Check, Search, Trash2 } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { useTranslation } from "react-i18next";
import { digitOfPress } from "../../../../lib/commands/chord.ts";
import { cx } from "../../../../ui/cx.ts";
import { floatingClass } from "../../../../ui/floating-class.ts";
import { Icon } from "../../../../ui/icon.tsx";
import { KeyCap } from "../../../../ui/key-cap.tsx";
import { Swatch } from "../../../../ui/swatch.tsx";
import { useDigits } from "../use-digits.ts";

type SpanLabelListProps = {
  anchor: RefObject<HTMLElement | null>;
  options: readonly LabelOption[];
  words: string;
  /** the present one */
  label: string;
  onLabel: (value: string) => void;
  onRemove: () => void;
  onClose: () => void;
};

/** The labels at a span: by number, search or arrow; the present one marked, Remove at the end (FAN-28). */
export function SpanLabelList(props: SpanLabelListProps) {
  const { anchor, words, onClose } = props;
  const { t } = useTranslation();
  return (
    <Popover
      triggerRef={anchor}
      isOpen
      onOpenChange={(open) => !open && onClose()}
      placement="bottom start"
      offset={26}
      className={cx(floatingClass, "w-60")}
    >
      <Dialog aria-label={t("spans.labelOf", { words })} className="flex max-h-[inherit] flex-col p-1 outline-0">
        <Choices {...props} />
      </Dialog>
    </Popover>
  );
}

function Choices({ options, label, words, onLabel, onRemove, onClose }: SpanLabelListProps) {
  const { t } = useTranslation();
  const id = useId();
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  // Opened to choose, so its keys work at once.
  useEffect(() => list.current?.focus(), []);
  const index = useMemo(() => indexLabels(options), [options]);
  const [query, setQuery] = useState("");
  const shown = isQuery(query) ? searchLabels(index, query) : index.options;
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      options.findIndex(({ value }) => value === label),
    ),
  );
  const marked = shown[Math.min(at, shown.length - 1)];
  const take = (value: string) => {
    onLabel(value);
    onClose();
  };
  const remove = () => {
    onRemove();
    onClose();
  };
  const digits = useDigits(numbersUpTo(options.length), label, (number) => {
    const option = options[number - 1];
    if (option !== undefined) take(option.value);
  });
  const move = (step: 1 | -1) => {
    const next = (Math.min(at, shown.length - 1) + step + shown.length) % Math.max(1, shown.length);
    setAt(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" });
  };
  /** Whether the press was one of the list's; while something is looked for, what is typed is the search's. */
  const takes = (event: KeyboardEvent): boolean => {
    const step = STEPS[event.key];
    if (step !== undefined) move(step);
    else if (event.key === "Enter") {
      if (event.target instanceof HTMLButtonElement) return false;
      if (marked !== undefined) take(marked.value);
    } else if (event.target === search.current) return false;
    else return takesAlone(event);
    return true;
  };
  const takesAlone = (event: KeyboardEvent): boolean => {
    const digit = digitOfPress(event.nativeEvent);
    if (digit !== null) digits.type(digit);
    else if (event.key === "/") search.current?.focus();
    else if (event.key === "Delete" || event.key === "Backspace") remove();
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!takes(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the list and the search are the controls; their keys are heard here once.
    <div onKeyDown={onKeyDown} className="contents">
      <div className="mb-1 flex h-8 flex-none items-center gap-2 border-line border-b px-2 text-soft">
        <Icon of={Search} />
        <input
          ref={search}
          aria-label={t("questions.labels.find")}
          placeholder={t("questions.labels.find")}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(0);
          }}
          className="min-w-0 flex-1 bg-transparent text-ink outline-0"
        />
        <KeyCap keys="/" />
      </div>
      <div
        ref={list}
        role="listbox"
        aria-label={t("spans.labelOf", { words })}
        tabIndex={0}
        aria-activedescendant={marked && `${id}-${shown.indexOf(marked)}`}
        className="min-h-0 overflow-y-auto"
      >
        {shown.map((option, place) => (
          <Choice
            key={option.value}
            id={`${id}-${place}`}
            option={option}
            present={option.value === label}
            marked={option === marked}
            onTake={take}
          />
        ))}
      </div>
      {shown.length === 0 && <p className="px-2 py-1.5 text-soft">{t("questions.labels.none")}</p>}
      <div className="mt-1 flex-none border-line border-t pt-1">
        <button
          type="button"
          onClick={remove}
          className="flex h-8 w-full items-center gap-2 rounded-control px-2 hover:bg-hover max-md:h-11"
        >
          <Icon of={Trash2} className="text-soft" />
          {t("spans.removeIt")}
          <KeyCap keys="Delete" className="ml-auto" />
        </button>
      </div>
    </div>
  );
}

const STEPS: { readonly [key: string]: 1 | -1 } = { ArrowDown: 1, ArrowUp: -1 };

type ChoiceProps = {
  id: string;
  option: NumberedOption;
  present: boolean;
  marked: boolean;
  onTake: (value: string) => void;
};

function Choice({ id, option: { value, text, number }, present, marked, onTake }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and hears the keys
    <div
      id={id}
      role="option"
      aria-selected={present}
      tabIndex={-1}
      onClick={() => onTake(value)}
      title={text}
      className={cx(
        "flex h-8 cursor-pointer items-center gap-2 rounded-control px-2 max-md:h-11",
        marked ? "bg-accent-fill fill-ring" : "hover:bg-hover",
      )}
    >
      <Swatch color={number - 1} />
      <span dir="auto" className="min-w-0 truncate">
        {text || value}
      </span>
      {present && <Icon of={Check} size={14} className="text-accent" />}
      <KeyCap keys={String(number)} className="ml-auto" />
    </div>
  );
}

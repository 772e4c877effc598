import { numbersUpTo } from "@postil/domain/answers/option-keys";
import type { LabelOption } from "@postil/domain/datasets/question";
import { indexLabels, isQuery, searchLabels } from "@postil/domain/labels/label-search";
import { t } from "i18next";
import { type RefObject, useCallback, useMemo } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { digitOfPress } from "../../../../lib/commands/chord.ts";
import { cx } from "../../../../ui/cx.ts";
import { floatingClass } from "../../../../ui/floating-class.ts";
import { LabelChooser, type LabelRow } from "../../../../workbench/spans/label-chooser.tsx";
import { useDigits } from "../digit-keys.ts";

type SpanLabelListProps = {
  anchor: RefObject<HTMLElement | null>;
  options: readonly LabelOption[];
  words: string;
  /** the current label; null if there is no span yet */
  label: string | null;
  onLabel: (value: string) => void;
  onRemove: (() => void) | null;
  onClose: () => void;
};

/** The labels for a span: chosen by number, search or arrow; the current one is marked, Remove is at the end (FAN-28). */
export function SpanLabelList(props: SpanLabelListProps) {
  const { anchor, words, onClose } = props;
  return (
    <Popover
      triggerRef={anchor}
      isOpen
      onOpenChange={(open) => !open && onClose()}
      placement="bottom start"
      offset={26}
      className={cx(floatingClass, "w-60")}
    >
      <Dialog aria-label={t("spans.labelOf", { words })} className="flex max-h-[inherit] flex-col outline-0">
        <Choices {...props} />
      </Dialog>
    </Popover>
  );
}

function Choices({ options, label, words, onLabel, onRemove, onClose }: SpanLabelListProps) {
  const take = (value: string) => {
    onLabel(value);
    onClose();
  };
  const digits = useDigits(numbersUpTo(options.length), label ?? "", (number) => {
    const option = options[number - 1];
    if (option !== undefined) take(option.value);
  });
  const onKey = (event: KeyboardEvent) => {
    const digit = digitOfPress(event);
    if (digit !== null) digits.type(digit);
    return digit !== null;
  };
  return (
    <LabelChooser
      label={t("spans.labelOf", { words })}
      rowsOf={useRows(options)}
      find={t("questions.labels.find")}
      none={t("questions.labels.none")}
      start={Math.max(
        0,
        options.findIndex(({ value }) => value === label),
      )}
      current={label}
      onTake={take}
      onRemove={
        onRemove &&
        (() => {
          onRemove();
          onClose();
        })
      }
      onClose={onClose}
      onKey={onKey}
    />
  );
}

function useRows(options: readonly LabelOption[]) {
  const index = useMemo(() => indexLabels(options), [options]);
  return useCallback(
    (query: string): readonly LabelRow[] =>
      (isQuery(query) ? searchLabels(index, query) : index.options).map(({ value, text, number }) => ({
        ...{ value, text: text || value, color: number - 1, keys: String(number) },
      })),
    [index],
  );
}

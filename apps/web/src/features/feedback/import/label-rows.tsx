import { RATING_VALUE } from "@postil/domain/datasets/question";
import { useVirtualizer } from "@tanstack/react-virtual";
import { t } from "i18next";
import { X } from "lucide-react";
import { useRef, useState } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { AddRow, FormRow, RangePicks } from "../../../ui/settings/form-rows.tsx";
import { OPTIONS_OF, type SaidQuestion } from "./said.ts";
import { readLabels, type ShownOption } from "./shown-question.ts";

type LabelRowsProps = {
  question: SaidQuestion;
  options: readonly ShownOption[];
  onAdded: (added: readonly string[]) => void;
};

/** The options of a question with how often each is in the file. Labels can be added; those of the column stay. */
export function LabelRows({ question, options, onAdded }: LabelRowsProps) {
  const { type, column, added } = question;
  const most = OPTIONS_OF[type]?.max;
  if (type === "rating")
    return (
      <FormRow label={t("forms.values")}>
        {column === null ? (
          <RangePicks
            first={Number(added[0] ?? 1)}
            last={Number(added.at(-1) ?? 5)}
            within={RATING_VALUE}
            onRange={(first, last) => onAdded(Array.from({ length: last - first + 1 }, (_, at) => String(first + at)))}
          />
        ) : (
          <Labels options={options} />
        )}
      </FormRow>
    );
  return (
    <FormRow label={t("words.labels")}>
      <Labels
        options={options}
        added={new Set(added)}
        onRemove={(label) => onAdded(added.filter((one) => one !== label))}
      />
      {column !== null && <p className="text-small text-soft">{t("importing.questions.counts")}</p>}
      <AddRow
        label={t("importing.questions.addLabel")}
        button={t("forms.add")}
        lines
        onAdd={(text) => {
          const read = readLabels(text, options, most);
          if ("fault" in read) return t(`importing.questions.labelFault.${read.fault}`, { most: most ?? 0 });
          onAdded([...added, ...read.labels]);
          return null;
        }}
      />
    </FormRow>
  );
}

type LabelsProps = {
  options: readonly ShownOption[];
  added?: ReadonlySet<string>;
  onRemove?: (label: string) => void;
};

/** More labels are folded until the person opens them, and drawn only where they are in view. */
const FIRST = 10;
const ROW = 28;

function Labels({ options, added, onRemove }: LabelsProps) {
  const [all, setAll] = useState(false);
  const folds = options.length > FIRST + 2;
  const row = (option: ShownOption, place: number) => (
    <LabelRow
      option={option}
      place={place}
      {...(added?.has(option.value) === true && onRemove && { onRemove: () => onRemove(option.value) })}
    />
  );
  return (
    <>
      {folds && all ? (
        <AllLabels options={options} row={row} />
      ) : (
        <ol aria-label={t("words.labels")} className="columns-2 gap-6 pt-0.5 max-md:columns-1">
          {options.slice(0, folds ? FIRST : undefined).map((option, place) => (
            <li key={option.value} className="break-inside-avoid">
              {row(option, place)}
            </li>
          ))}
        </ol>
      )}
      {folds && (
        <Button
          variant="quiet"
          size="compact"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="-ml-2 text-accent"
        >
          {all ? t("forms.fewer") : t("forms.more", { count: options.length - FIRST })}
        </Button>
      )}
    </>
  );
}

type AllLabelsProps = {
  options: readonly ShownOption[];
  row: (option: ShownOption, place: number) => React.ReactNode;
};

function AllLabels({ options, row }: AllLabelsProps) {
  const scroller = useRef<HTMLOListElement>(null);
  const virtualizer = useVirtualizer({
    count: options.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
  });
  return (
    <ol
      ref={scroller}
      aria-label={t("words.labels")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
      tabIndex={0}
      className="relative h-80 overflow-y-auto rounded-control border border-line px-2 py-1"
    >
      <li aria-hidden="true" style={{ height: virtualizer.getTotalSize() }} />
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const option = options[index];
        if (option === undefined) return null;
        return (
          <li
            key={option.value}
            aria-setsize={options.length}
            aria-posinset={index + 1}
            className="absolute inset-x-2 top-1"
            style={{ transform: `translateY(${start}px)` }}
          >
            {row(option, index)}
          </li>
        );
      })}
    </ol>
  );
}

function LabelRow({ option, place, onRemove }: { option: ShownOption; place: number; onRemove?: () => void }) {
  const { text, value, count } = option;
  return (
    <div className="flex h-7 items-center gap-2">
      <span
        aria-hidden="true"
        className="grid h-[18px] min-w-6 flex-none place-items-center rounded-key border border-line bg-surface px-1 text-key text-soft tabular-nums"
      >
        {(place + 1).toLocaleString(LOCALE)}
      </span>
      <bdi translate="no" className="min-w-0 truncate" title={text === value ? text : `${text} (${value})`}>
        {text}
      </bdi>
      {onRemove === undefined ? (
        <span className="ml-auto flex-none text-soft tabular-nums">{count.toLocaleString(LOCALE)}</span>
      ) : (
        <IconButton
          size="tiny"
          icon={X}
          translate="no"
          label={t("importing.questions.removeLabel", { label: text })}
          onClick={onRemove}
          className="ml-auto"
        />
      )}
    </div>
  );
}

import { foldLetters } from "@postil/domain/labels/label-search";
import {
  chosenTerms,
  conditionOfEnds,
  type Ends,
  endsMovedTo,
  endsOf,
  fitsTyped,
  matchOf,
  mostValues,
  type TermChoice,
  type Track,
  withChosen,
  withTypedEnd,
} from "@postil/domain/search/filter-values";
import {
  type CriteriaFilter,
  type FilterCondition,
  type FilterScope,
  sameScope,
  withCondition,
} from "@postil/domain/search/record-criteria";
import { type ExactNumber, readExactly } from "@postil/domain/text/whole-numbers";
import "../../lib/i18n/en/filter-editing.ts";
import { t } from "i18next";
import { useMemo, useState } from "react";
import { Slider, SliderThumb, SliderTrack } from "react-aria-components/Slider";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { CheckList } from "../../ui/check-list.tsx";
import { cx } from "../../ui/cx.ts";
import { TextInput } from "../../ui/form-controls.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";

export function conditionAt(filters: readonly CriteriaFilter[], scope: FilterScope): FilterCondition | null {
  return filters.find((filter) => sameScope(filter.scope, scope))?.condition ?? null;
}

export type EditorProps = {
  /** of the property or question */
  title: string;
  scope: FilterScope;
  filters: readonly CriteriaFilter[];
  onChange: (filters: readonly CriteriaFilter[]) => void;
};

type TermsEditorProps = EditorProps & {
  choices: readonly TermChoice[];
  /** true if a record may have several of the values, so that a filter can require all of them (FFI-18) */
  several?: boolean;
};

/** A list of values to tick. A record must have one of them, or all of them. */
export function TermsEditor({ title, scope, filters, onChange, choices, several = false }: TermsEditorProps) {
  const condition = conditionAt(filters, scope);
  const chosen = chosenTerms(condition);
  const match = matchOf(condition);
  const set = (values: readonly string[], how: "any" | "all") =>
    onChange(withCondition(filters, scope, { type: "terms", values, match: how }));
  return (
    <div className="p-2">
      {several && (
        <div className="px-2 pt-1 pb-2">
          <SegmentedControl
            label={t("filterEditing.match.label")}
            options={[
              { value: "any", label: t("filterEditing.match.any") },
              { value: "all", label: t("filterEditing.match.all") },
            ]}
            value={match}
            onChange={(how) => set(chosen.slice(0, mostValues(filters, scope, how)), how)}
          />
        </div>
      )}
      <TermList
        title={title}
        choices={choices}
        chosen={chosen}
        onChoose={(values) => set(values, match)}
        most={mostValues(filters, scope, match)}
      />
    </div>
  );
}

type TermListProps = {
  /** of the property or question */
  title: string;
  choices: readonly TermChoice[];
  chosen: readonly string[];
  onChoose: (values: readonly string[]) => void;
  most?: number;
};

export function TermList({ title, choices, chosen, onChoose, most = Number.POSITIVE_INFINITY }: TermListProps) {
  // A chosen value that is not on offer stays in the list when it is unticked, because it has the focus.
  const [atFirst] = useState(chosen);
  const items = useMemo(() => withChosen(choices, atFirst), [choices, atFirst]);
  return (
    <CheckList
      label={title}
      items={items}
      chosen={chosen}
      onToggle={(value, on) => onChoose(on ? [...chosen, value] : chosen.filter((other) => other !== value))}
      most={most}
      finds={contains}
      texts={{
        find: t("words.findIn", { list: title }),
        nothingFound: t("words.nothingFound"),
        most: t("filterEditing.most"),
        found: (count, total) => t("filterEditing.found", { count, total }),
      }}
      number={(count) => count.toLocaleString(LOCALE)}
    />
  );
}

function contains(query: string): (text: string) => boolean {
  const wanted = foldLetters(query);
  return (text) => foldLetters(text).includes(wanted);
}

type Range = {
  title: string;
  track: Track;
  /** true for shares of 1, which are written in percent (FFI-20) */
  percent?: boolean;
};

/** Edits the lowest and highest value of a range. */
export function RangeEditor({ scope, filters, onChange, ...range }: EditorProps & Range) {
  const { track } = range;
  return (
    <RangeEnds
      {...range}
      ends={endsOf(track, conditionAt(filters, scope))}
      onEnds={(next) => onChange(withCondition(filters, scope, conditionOfEnds(track, next)))}
    />
  );
}

type RangeEndsProps = Range & {
  ends: Ends;
  onEnds: (ends: Ends) => void;
};

/** Maximum number of characters, with the sign. A longer number, such as an id, has its own row. */
const LONGEST_BESIDE = 9;

/** A slider with two thumbs, and a text box for each end. */
export function RangeEnds(props: RangeEndsProps) {
  const { title, track, ends, onEnds, percent = false } = props;
  const isLong = [track.min, track.max].some((end) => String(end).length > LONGEST_BESIDE);
  const names = [t("filterEditing.lowest", { title }), t("filterEditing.highest", { title })] as const;
  const box = (which: 0 | 1) => <EndBox {...props} label={names[which]} which={which} isLong={isLong} />;
  return (
    <div className="px-4 py-3">
      <RangeSlider
        label={title}
        thumbLabels={names}
        min={Number(track.min)}
        max={Number(track.max)}
        step={track.step}
        value={[Number(ends[0]), Number(ends[1])]}
        onChange={(moved) => onEnds(endsMovedTo(track, ends, moved))}
        {...(percent ? { format: { style: "percent" } } : {})}
      />
      <div className={`mt-2 flex gap-2 text-soft ${isLong ? "flex-col text-center" : "items-center justify-between"}`}>
        {box(0)}
        {t("words.to")}
        {box(1)}
      </div>
      {track.min === track.max && <p className="mt-2 text-small text-soft">{t("filterEditing.oneValue")}</p>}
    </div>
  );
}

type EndBoxProps = RangeEndsProps & { label: string; which: 0 | 1; isLong: boolean };

/**
 * The typed text stays while the box has the focus. A number that fits applies at once. Another number is adjusted when the
 * focus leaves.
 */
function EndBox({ label, track, ends, onEnds, which, percent = false, isLong }: EndBoxProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const written = String(percent ? Math.round(Number(ends[which]) * 10_000) / 100 : ends[which]);
  const numberOf = (text: string): ExactNumber | null => {
    const value = readExactly(text.replace(",", "."));
    if (!Number.isFinite(Number(value))) return null;
    return percent ? Number(value) / 100 : value;
  };
  const leave = () => {
    const value = typed === null ? null : numberOf(typed);
    if (value !== null) onEnds(withTypedEnd(track, ends, which, value));
    setTyped(null);
  };
  return (
    <TextInput
      label={label}
      hideLabel
      inputMode="decimal"
      disabled={track.min === track.max}
      value={typed ?? written}
      onChange={(text) => {
        setTyped(text);
        const value = numberOf(text);
        if (value !== null && fitsTyped(track, ends, which, value)) onEnds(withTypedEnd(track, ends, which, value));
      }}
      onBlur={leave}
      onKeyDown={(event) => event.key === "Enter" && leave()}
      end={percent ? "%" : undefined}
      className={`text-ink tabular-nums ${isLong ? "w-full" : "w-24"}`}
    />
  );
}

type RangeSliderProps = {
  /** the accessible name of the slider */
  label: string;
  /** accessible names of the lower and the upper thumb */
  thumbLabels: readonly [string, string];
  min: number;
  max: number;
  step: number;
  value: readonly [number, number];
  onChange: (value: readonly [number, number]) => void;
  /** the format in which a value is read aloud */
  format?: Intl.NumberFormatOptions;
};

/** A slider with two thumbs, for pointer, touch and keyboard. A value between two steps stays until its thumb is moved. */
function RangeSlider({ label, thumbLabels, min, max, step, value, onChange, format }: RangeSliderProps) {
  const share = (at: number) => (max === min ? 0 : ((at - min) / (max - min)) * 100);
  const [low, high] = value;
  return (
    <Slider
      aria-label={label}
      minValue={min}
      maxValue={max}
      step={step}
      value={[low, high]}
      isDisabled={max === min}
      onChange={([nextLow = low, nextHigh = high]) => {
        // Both values are reported rounded to a step, but only the moved one may change.
        onChange([onStep(nextLow, low, step) ? low : nextLow, onStep(nextHigh, high, step) ? high : nextHigh]);
      }}
      {...(format === undefined ? {} : { formatOptions: format })}
    >
      <SliderTrack className="relative mx-2 h-6 cursor-pointer max-md:h-11">
        <span aria-hidden="true" className="absolute inset-x-0 top-1/2 -mt-px h-0.5 rounded-full bg-line" />
        <span
          aria-hidden="true"
          className="absolute top-1/2 -mt-px h-0.5 bg-accent"
          style={{ left: `${share(low)}%`, right: `${100 - share(high)}%` }}
        />
        {thumbLabels.map((name, index) => (
          <SliderThumb
            key={name}
            index={index}
            aria-label={name}
            className={cx(
              "top-1/2 size-4 rounded-full border-2 border-accent bg-surface data-[dragging]:bg-accent-fill",
              "before:absolute before:-inset-2 max-md:before:-inset-3.5",
              "data-[focus-visible]:outline-(length:--focus-width) data-[focus-visible]:outline-accent data-[focus-visible]:outline-offset-(--focus-offset)",
            )}
          />
        ))}
      </SliderTrack>
    </Slider>
  );
}

/** True if the reported value is the old one, rounded to a step. */
function onStep(reported: number, before: number, step: number): boolean {
  return Math.abs(reported - before) < step / 2 || reported === before;
}

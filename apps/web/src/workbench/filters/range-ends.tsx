import { type Ends, endsMovedTo, fitsTyped, type Track, withTypedEnd } from "@postil/domain/search/filter-range";
import { type ExactNumber, readExactly } from "@postil/domain/text/whole-numbers";
import { t } from "i18next";
import { useState } from "react";
import "../../lib/i18n/en/filter-editing.ts";
import { RangeSlider } from "../../ui/range-slider.tsx";
import { TextInput } from "../../ui/text-input.tsx";

export type RangeEndsProps = {
  title: string;
  track: Track;
  ends: Ends;
  onEnds: (ends: Ends) => void;
  /** shares of 1, written in percent (FFI-20) */
  percent?: boolean;
};

/** Of digits and the sign: what is longer, as ids are, has a row for itself. */
const LONGEST_BESIDE = 9;

/** A slider with two thumbs, and a box to type each end into. */
export function RangeEnds({ title, track, ends, onEnds, percent = false }: RangeEndsProps) {
  const isLong = [track.min, track.max].some((end) => String(end).length > LONGEST_BESIDE);
  const names = [t("filterEditing.lowest", { title }), t("filterEditing.highest", { title })] as const;
  const box = (which: 0 | 1) => (
    <EndBox
      label={names[which]}
      track={track}
      ends={ends}
      which={which}
      percent={percent}
      isLong={isLong}
      onChange={onEnds}
    />
  );
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
        {t("filterEditing.between")}
        {box(1)}
      </div>
      {track.min === track.max && <p className="mt-2 text-small text-soft">{t("filterEditing.oneValue")}</p>}
    </div>
  );
}

type EndBoxProps = {
  label: string;
  track: Track;
  ends: Ends;
  which: 0 | 1;
  percent: boolean;
  isLong: boolean;
  onChange: (ends: Ends) => void;
};

/** What is typed stands while the box has the focus; a number that fits counts at once, another one is brought in when it is left. */
function EndBox({ label, track, ends, which, percent, isLong, onChange }: EndBoxProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const written = String(percent ? Math.round(Number(ends[which]) * 10_000) / 100 : ends[which]);
  const numberOf = (text: string): ExactNumber | null => {
    const value = readExactly(text.replace(",", "."));
    if (!Number.isFinite(Number(value))) return null;
    return percent ? Number(value) / 100 : value;
  };
  const leave = () => {
    const value = typed === null ? null : numberOf(typed);
    if (value !== null) onChange(withTypedEnd(track, ends, which, value));
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
        if (value !== null && fitsTyped(track, ends, which, value)) onChange(withTypedEnd(track, ends, which, value));
      }}
      onBlur={leave}
      onKeyDown={(event) => event.key === "Enter" && leave()}
      end={percent ? "%" : undefined}
      className={`text-ink tabular-nums ${isLong ? "w-full" : "w-24"}`}
    />
  );
}

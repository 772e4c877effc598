import { type Ends, fitsTyped, type Track, withTypedEnd } from "@postil/domain/search/filter-range";
import { t } from "i18next";
import { useState } from "react";
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

/** A slider with two thumbs, and a box to type each end into. */
export function RangeEnds({ title, track, ends, onEnds, percent = false }: RangeEndsProps) {
  const names = [t("filters.lowest", { title }), t("filters.highest", { title })] as const;
  const box = (which: 0 | 1) => (
    <EndBox label={names[which]} track={track} ends={ends} which={which} percent={percent} onChange={onEnds} />
  );
  return (
    <div className="px-4 py-3">
      <RangeSlider
        label={title}
        thumbLabels={names}
        min={track.min}
        max={track.max}
        step={track.step}
        value={ends}
        onChange={onEnds}
        {...(percent ? { format: { style: "percent" } } : {})}
      />
      <div className="mt-2 flex items-center justify-between gap-2 text-soft">
        {box(0)}
        {t("filters.between")}
        {box(1)}
      </div>
      {track.min === track.max && <p className="mt-2 text-small text-soft">{t("filters.oneValue")}</p>}
    </div>
  );
}

type EndBoxProps = {
  label: string;
  track: Track;
  ends: Ends;
  which: 0 | 1;
  percent: boolean;
  onChange: (ends: Ends) => void;
};

/** What is typed stands while the box has the focus; a number that fits counts at once, another one is brought in when it is left. */
function EndBox({ label, track, ends, which, percent, onChange }: EndBoxProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const written = String(percent ? Math.round(ends[which] * 10_000) / 100 : ends[which]);
  const numberOf = (text: string): number | null => {
    const value = Number(text.trim().replace(",", "."));
    if (text.trim() === "" || !Number.isFinite(value)) return null;
    return percent ? value / 100 : value;
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
      className="w-24 text-ink tabular-nums"
    />
  );
}

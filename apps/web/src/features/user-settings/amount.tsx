import { useId } from "react";
import { usePreference } from "../../lib/preferences/use-preference.ts";
import { SettingRow } from "./sections.tsx";

type AmountProps = {
  name: "recordFontSize" | "lineHeight" | "seenAfter" | "mostAhead";
  label: string;
  range: { readonly min: number; readonly max: number; readonly step: number };
  words: (value: number) => string;
};

/** A number on a slider, with its meaning in words. */
export function Amount({ name, label, range, words }: AmountProps) {
  const id = useId();
  const [value, set] = usePreference(name);
  return (
    <SettingRow name={label} htmlFor={id}>
      <div className="flex h-control items-center gap-3">
        <input
          id={id}
          type="range"
          {...range}
          value={value}
          aria-valuetext={words(value)}
          onChange={(event) => set(Number(event.target.value))}
          className="w-48 accent-accent"
        />
        <output htmlFor={id} className="min-w-10 text-right whitespace-nowrap tabular-nums">
          {words(value)}
        </output>
      </div>
    </SettingRow>
  );
}

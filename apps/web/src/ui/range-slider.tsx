import { Slider, SliderThumb, SliderTrack } from "react-aria-components/Slider";
import { cx } from "./cx.ts";

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
export function RangeSlider({ label, thumbLabels, min, max, step, value, onChange, format }: RangeSliderProps) {
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

import { cx } from "./cx.ts";
import { KeyCap } from "./key-cap.tsx";

type Choice<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  readonly keys?: string | undefined;
};

type SegmentedControlProps<Value extends string> = {
  label: string;
  options: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/** A few choices side by side. One of them is pressed. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, options, value, onChange } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame and legend into a toolbar
    <div
      role="group"
      data-edge
      aria-label={label}
      className="inline-flex max-w-full flex-wrap rounded-control bg-sunken p-0.5 shadow-[inset_0_0_0_1px_var(--line)]"
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={cx(
            "inline-flex h-7 items-center gap-2 rounded-key whitespace-nowrap max-md:h-10",
            option.keys === undefined ? "px-2.5" : "pr-2 pl-3",
            option.value === value
              ? "bg-surface text-ink shadow-[0_0_0_1px_var(--line)] in-data-[theme^=contrast]:font-strong in-data-[theme^=contrast]:underline"
              : "text-soft hover:text-ink",
          )}
        >
          {option.label}
          {option.keys !== undefined && <KeyCap keys={option.keys} />}
        </button>
      ))}
    </div>
  );
}

import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";

type CheckboxProps = {
  label: ReactNode;
  hideLabel?: boolean;
  /** "some" if only a part of what it stands for is chosen */
  checked: boolean | "some";
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** -1 in a list whose items are reached by arrow keys */
  tabIndex?: number;
  className?: string;
};

export function Checkbox(props: CheckboxProps) {
  const { label, hideLabel = false, checked, onChange, disabled = false, tabIndex, className } = props;
  return (
    <label
      className={cx(
        "flex items-center gap-2",
        disabled ? "text-soft" : "cursor-pointer",
        // A checkbox without a visible label gets more room for touch.
        hideLabel && "max-md:-m-3.5 max-md:p-3.5",
        className,
      )}
    >
      <span className="relative inline-grid size-4 flex-none place-items-center">
        <input
          type="checkbox"
          checked={checked === true}
          ref={(input) => {
            if (input !== null) input.indeterminate = checked === "some";
          }}
          onChange={(event) => onChange(event.target.checked)}
          disabled={disabled}
          tabIndex={tabIndex}
          className="peer absolute inset-0 cursor-pointer appearance-none rounded-key border border-edge bg-surface checked:border-accent checked:bg-accent indeterminate:border-accent"
        />
        <span className={cx("pointer-events-none relative", checked === true ? "text-on-accent" : "text-accent")}>
          {checked !== false && <Icon of={checked === "some" ? Minus : Check} size={12} />}
        </span>
      </span>
      <span className={cx("min-w-0 flex-1", hideLabel && "sr-only")}>{label}</span>
    </label>
  );
}

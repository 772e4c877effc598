import { type ReactNode, useId } from "react";
import { cx } from "./cx.ts";

type SwitchProps = {
  label: ReactNode;
  /** true: only screen readers get the label, because a visible label is elsewhere in the table or form */
  hideLabel?: boolean;
  help?: ReactNode;
  /** end: the control is at the end of the row, after its label, as in a list of settings */
  side?: "start" | "end";
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** A switch that applies at once. */
export function Switch({ label, hideLabel = false, help, side = "start", checked, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className={cx("flex items-start", side === "end" ? "flex-row-reverse justify-between gap-6" : "gap-3")}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        className={
          "relative h-5 w-8 flex-none cursor-pointer appearance-none rounded-full bg-surface shadow-[inset_0_0_0_1.5px_var(--edge)] " +
          "after:absolute after:top-1 after:left-1 after:size-3 after:rounded-full after:bg-edge " +
          "checked:bg-accent checked:shadow-none checked:after:left-4 checked:after:bg-on-accent"
        }
      />
      <div>
        <label htmlFor={id} className={hideLabel ? "sr-only" : "cursor-pointer"}>
          {label}
        </label>
        {help !== undefined && (
          <p id={`${id}-help`} className="text-small text-soft">
            {help}
          </p>
        )}
      </div>
    </div>
  );
}

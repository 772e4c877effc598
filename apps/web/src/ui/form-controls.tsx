import { type ComponentProps, type ReactNode, useId } from "react";
import { cx, inputFrameClass } from "./cx.ts";

type TextInputProps = Omit<ComponentProps<"input">, "onChange" | "size" | "value"> & {
  label: string;
  hideLabel?: boolean;
  value: string;
  onChange: (text: string) => void;
  error?: string | undefined;
  hint?: ReactNode;
  /** inside the frame, at the right, such as a button or a count */
  end?: ReactNode;
  /** regular 32 px, large 40 px */
  size?: "regular" | "large";
};

export function TextInput(props: TextInputProps) {
  const { label, hideLabel = false, value, onChange, error, hint, end, size = "regular", className, ...rest } = props;
  const id = useId();
  const describedBy = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`]
    .filter(Boolean)
    .join(" ");
  return (
    <div className={className}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "mb-1 block"}>
        {label}
      </label>
      <div
        className={cx(
          inputFrameClass,
          size === "large" ? "h-10 pr-1 pl-3 max-md:h-11" : "h-control px-2",
          error === undefined ? "border-edge" : "border-danger",
        )}
      >
        <input
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describedBy === "" ? undefined : describedBy}
          className="h-full min-w-0 flex-1 bg-transparent outline-0"
          {...rest}
        />
        {end}
      </div>
      {hint !== undefined && (
        <div id={`${id}-hint`} className="mt-1 text-small text-soft">
          {hint}
        </div>
      )}
      {error !== undefined && (
        <div id={`${id}-error`} role="alert" className="mt-1 text-danger">
          {error}
        </div>
      )}
    </div>
  );
}

type ChoiceProps = {
  /** the name of the radio group */
  group: string;
  checked: boolean;
  onChoose: () => void;
  label: ReactNode;
  help?: ReactNode;
  /** at the right, such as a count */
  end?: ReactNode;
};

/** A radio button with a label and a line of explanation. */
export function Choice({ group, checked, onChoose, label, help, end }: ChoiceProps) {
  return (
    <label className="flex min-h-6 cursor-pointer items-start gap-2 not-first:mt-1">
      <input
        type="radio"
        name={group}
        checked={checked}
        onChange={onChoose}
        className="mt-0.5 size-4 flex-none cursor-pointer appearance-none rounded-full border border-edge bg-surface checked:border-5 checked:border-accent"
      />
      <span className="min-w-0">
        {label}
        {help !== undefined && <small className="block text-small text-soft wrap-anywhere">{help}</small>}
      </span>
      {end !== undefined && <span className="ml-auto whitespace-nowrap text-soft">{end}</span>}
    </label>
  );
}

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

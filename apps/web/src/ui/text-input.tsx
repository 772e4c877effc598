import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./cx.ts";
import { inputFrameClass } from "./input-frame.ts";

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

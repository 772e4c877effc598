import type { ReactNode } from "react";

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

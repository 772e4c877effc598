import { t } from "i18next";
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useLatest } from "../../../lib/use-latest.ts";
import { FormRow } from "../../../ui/settings/form-rows.tsx";
import { Pick } from "./parts.tsx";

const GUESS = "guess";

type GuessedProps = {
  label: string;
  said: string | undefined;
  /** what the server used; null: nothing yet */
  used: string | null;
  values: readonly string[];
  textOf?: ((value: string) => string) | undefined;
  /** undefined: guess it again */
  onSay: (value: string | undefined) => void;
};

/** A value that is guessed until somebody says it. */
export function Guessed({ label, said, used, values, textOf = String, onSay }: GuessedProps) {
  const guess =
    said === undefined && used !== null
      ? t("importing.reading.guessed", { value: textOf(used) })
      : t("importing.reading.guess");
  const offered = said === undefined || values.includes(said) ? values : [said, ...values];
  return (
    <FormRow label={label}>
      <Pick
        label={label}
        value={said === undefined ? GUESS : `=${said}`}
        choices={[
          { value: GUESS, label: guess },
          ...offered.map((value) => ({ value: `=${value}`, label: textOf(value) })),
        ]}
        onChoose={(value) => onSay(value === GUESS ? undefined : value.slice(1))}
        className="w-64"
      />
    </FormRow>
  );
}

/**
 * The box of a text that is said when the person leaves it or presses Enter: each word asks the server again. It is said too
 * when the box goes, as with Back (IMP-110). `isGood`: what is not is not said.
 */
export function useLaterText(
  text: string,
  onSay: (text: string) => void,
  isGood: (typed: string) => boolean = () => true,
) {
  const [value, setValue] = useState(text);
  const last = useRef(text);
  const say = useLatest(() => {
    if (value === last.current || !isGood(value)) return;
    last.current = value;
    onSay(value);
  });
  useEffect(() => say, [say]);
  return {
    value,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setValue(event.target.value),
    onBlur: say,
    onKeyDown: ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === "Enter" && !ctrlKey && !metaKey && say(),
  };
}

type TypedRowProps = { label: string; help: ReactNode; text: string; max?: number; onSay: (text: string) => void };

export function TypedRow({ label, help, text, max, onSay }: TypedRowProps) {
  const id = useId();
  const box = useLaterText(text, onSay);
  return (
    <FormRow label={label} htmlFor={id}>
      <input
        id={id}
        {...box}
        maxLength={max}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}-help`}
        className="block h-control w-64 max-w-full rounded-control border border-edge bg-surface px-2"
      />
      <p id={`${id}-help`} className="mt-1 text-small text-soft">
        {help}
      </p>
    </FormRow>
  );
}

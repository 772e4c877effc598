import { t } from "i18next";
import { type ReactNode, useId, useState } from "react";
import { FormRow } from "../../../ui/settings/form-rows.tsx";
import { Pick } from "./parts.tsx";

const GUESS = "guess";

type GuessedProps = {
  label: string;
  said: string | undefined;
  /** what the server used; null: nothing yet */
  used: string | null;
  values: readonly string[];
  textOf?: (value: string) => string;
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

type TypedRowProps = { label: string; help: ReactNode; text: string; max?: number; onSay: (text: string) => void };

/** A text that is said when the person leaves it or presses Enter: each word of it reads the whole file again. */
export function TypedRow({ label, help, text, max, onSay }: TypedRowProps) {
  const id = useId();
  const [typed, setTyped] = useState(text);
  const say = () => typed !== text && onSay(typed);
  return (
    <FormRow label={label} htmlFor={id}>
      <input
        id={id}
        value={typed}
        maxLength={max}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}-help`}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={say}
        onKeyDown={(event) => event.key === "Enter" && say()}
        className="block h-control w-64 max-w-full rounded-control border border-edge bg-surface px-2"
      />
      <p id={`${id}-help`} className="mt-1 text-small text-soft">
        {help}
      </p>
    </FormRow>
  );
}

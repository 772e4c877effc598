import { type TextFault, visibleLength } from "@postil/domain/settings/settings-form";
import { t } from "i18next";
import {
  type ChangeEvent,
  type ClipboardEvent,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { Button } from "../button.tsx";
import { cx } from "../cx.ts";
import { Pick } from "../pick.tsx";
import { useNotAdded } from "./unsaved.ts";

/** Rows of the forms about the parts of a dataset: on its settings page, and where a new one is made. */

export function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="rounded-key font-body border border-line px-2 text-small text-soft whitespace-nowrap">
      {children}
    </span>
  );
}

/** Labels in their own column, with the controls beside them; one below the other on a phone. */
export function FormGrid({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[120px_minmax(0,1fr)] items-start gap-x-4 gap-y-3 max-md:grid-cols-1 max-md:gap-y-1">
      {children}
    </div>
  );
}

export function FormRow({ label, htmlFor, children }: { label: string; htmlFor?: string; children: ReactNode }) {
  const Label = htmlFor === undefined ? "span" : "label";
  return (
    <>
      <Label htmlFor={htmlFor} className="pt-1.5 text-soft max-md:pt-2">
        {label}
      </Label>
      <div className="min-w-0">{children}</div>
    </>
  );
}

/** The count appears in the last fifth of the allowed length. */
const COUNT_FROM = 0.8;

type TextProps = {
  id?: string;
  /** for screen readers, if the visible label is a column head */
  label?: string;
  value: string;
  onChange: (text: string) => void;
  faultOf: (text: string) => TextFault | null;
  max: number;
  placeholder?: string;
  lines?: boolean;
  className?: string;
};

/** A text with a length limit: checked at every key once the user has left it, with a count near the limit. */
export function LimitedText(props: TextProps) {
  const { id, label, value, onChange, faultOf, max, placeholder, lines = false, className } = props;
  const noteId = useId();
  const [left, setLeft] = useState(false);
  const fault = left ? faultOf(value) : null;
  const count = visibleLength(value.trim());
  const counted = count >= max * COUNT_FROM;
  const shared = {
    id,
    value,
    placeholder,
    "aria-label": label,
    "aria-invalid": fault === null ? undefined : true,
    "aria-describedby": fault !== null || counted ? noteId : undefined,
    onBlur: () => setLeft(true),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.target.value),
    className: cx(
      "block w-full rounded-control border bg-surface px-2",
      fault === null ? "border-edge" : "border-danger",
      lines ? "field-sizing-content min-h-14 resize-y py-[5px]" : "h-control",
    ),
  } as const;
  return (
    <div className={className}>
      {lines ? <textarea {...shared} rows={2} /> : <input {...shared} />}
      {(fault !== null || counted) && (
        <p id={noteId} className="mt-1 flex gap-2 text-small">
          {fault !== null && (
            <span role="alert" className="text-danger">
              {fault.fault === "required"
                ? t("datasetSettings.fault.required")
                : t("datasetSettings.fault.tooLong", { max: fault.max })}
            </span>
          )}
          {counted && (
            <span className="ml-auto text-soft tabular-nums">{t("datasetSettings.form.length", { count, max })}</span>
          )}
        </p>
      )}
    </div>
  );
}

export function TextRow({ label, ...text }: Omit<TextProps, "id" | "className"> & { label: string }) {
  const id = useId();
  return (
    <FormRow label={label} htmlFor={id}>
      <LimitedText id={id} {...text} />
    </FormRow>
  );
}

/**
 * Of a form around an `AddRow`: adds what is typed there and not added yet, so that a save does not lose it. False: it cannot be
 * added, and the row says why.
 */
export const AddTypedContext = createContext<RefObject<(() => boolean) | null> | null>(null);

type AddRowProps = {
  label: string;
  button: string;
  /** Adds what was typed. Returns why it cannot be added, else null. */
  onAdd: (text: string) => string | null;
  /** several lines are pasted as several items */
  lines?: boolean;
};

/**
 * Below a list: Enter adds the typed item and clears the field for the next. So does leaving the field: what is typed is never lost
 * without a word (FSE-31). Buttons of the form decide themselves: Save adds it, Cancel does not.
 */
export function AddRow({ label, button, onAdd, lines = false }: AddRowProps) {
  const id = useId();
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);
  useNotAdded(text, box);
  const add = (typed: string) => {
    const why = onAdd(typed);
    if (why === null) setText("");
    setFault(why);
    return why === null;
  };
  const addTyped = useContext(AddTypedContext);
  useEffect(() => {
    if (addTyped === null) return;
    addTyped.current = () => text.trim() === "" || add(text);
    return () => {
      addTyped.current = null;
    };
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    if (event.ctrlKey || event.metaKey) {
      // It is a key of the page, which goes on with what is typed here too.
      const isAdded = text.trim() === "" || flushSync(() => add(text));
      if (!isAdded) event.stopPropagation();
      return;
    }
    // Enter must not submit the form here.
    event.preventDefault();
    add(text);
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData("text/plain");
    if (!lines || !/\n/.test(pasted.trim())) return;
    event.preventDefault();
    add(pasted);
  };
  return (
    <div className="mt-2">
      <div className="flex gap-2">
        <input
          ref={box}
          value={text}
          aria-label={label}
          placeholder={label}
          aria-invalid={fault === null ? undefined : true}
          aria-describedby={fault === null ? undefined : `${id}-fault`}
          onChange={(event) => {
            setText(event.target.value);
            setFault(null);
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={({ relatedTarget: to, currentTarget: { form, nextElementSibling: ownButton } }) => {
            const decides =
              to instanceof HTMLButtonElement && (to === ownButton || (form !== null && to.form === form));
            if (!decides && text.trim() !== "") add(text);
          }}
          className={cx(
            "h-control min-w-0 flex-1 rounded-control border bg-surface px-2",
            fault === null ? "border-edge" : "border-danger",
          )}
        />
        <Button onClick={() => add(text)}>{button}</Button>
      </div>
      {fault !== null && (
        <p id={`${id}-fault`} role="alert" className="mt-1 text-small text-danger">
          {fault}
        </p>
      )}
    </div>
  );
}

type RangePicksProps = {
  first: number;
  last: number;
  /** the bounds of both */
  within: { readonly ge: number; readonly le: number };
  onRange: (first: number, last: number) => void;
};

/** The lowest and the highest value of a rating. */
export function RangePicks({ first, last, within, onRange }: RangePicksProps) {
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => ({ value: String(from + at), label: String(from + at) }));
  return (
    <div className="flex items-center gap-2">
      <Pick
        label={t("forms.lowest")}
        value={String(first)}
        choices={numbers(within.ge, last - 1)}
        onChoose={(value) => onRange(Number(value), last)}
      />
      <span className="text-soft">{t("words.to")}</span>
      <Pick
        label={t("forms.highest")}
        value={String(last)}
        choices={numbers(first + 1, within.le)}
        onChoose={(value) => onRange(first, Number(value))}
      />
    </div>
  );
}

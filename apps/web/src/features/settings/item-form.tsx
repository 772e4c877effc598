import type { TextFault } from "@postil/domain/settings/settings-form";
import { visibleLength } from "@postil/domain/text/text-length";
import { t } from "i18next";
import { ChevronDown, ChevronUp } from "lucide-react";
import { type ChangeEvent, type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { cx } from "../../ui/cx.ts";
import { Switch } from "../../ui/form-controls.tsx";
import { Icon, StatusIcon } from "../../ui/icon.tsx";
import { isSaveKey, SaveRow } from "../../ui/settings/save-row.tsx";
import type { Saving } from "./drafts.tsx";

export function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="rounded-key font-body border border-line px-2 text-small text-soft whitespace-nowrap">
      {children}
    </span>
  );
}

type SectionProps = {
  name: string;
  badges: readonly string[];
  edited: boolean;
  open: boolean;
  onToggle: () => void;
  children: ReactNode;
};

export function ItemSection({ name, badges, edited, open, onToggle, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={`${id}-name`} className="border-line border-b">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? `${id}-body` : undefined}
          onClick={onToggle}
          className="flex min-h-12 w-full items-center gap-2 py-2 text-left -outline-offset-2! max-md:flex-wrap"
        >
          <span translate="no" id={`${id}-name`} className="font-strong [overflow-wrap:anywhere]">
            {name}
          </span>
          {badges.map((badge) => (
            <Badge key={badge}>{badge}</Badge>
          ))}
          {edited && (
            <span className="inline-flex items-center gap-1.5 font-body text-edited">
              <StatusIcon status="edited" />
              {t("common.unsaved")}
            </span>
          )}
          <span className="ml-auto text-soft">
            <Icon of={open ? ChevronUp : ChevronDown} />
          </span>
        </button>
      </h2>
      {open && (
        <div id={`${id}-body`} className="pb-5 pl-6 max-md:pl-0">
          {children}
        </div>
      )}
    </section>
  );
}

type ItemFormProps = { name: string; saving: Saving; keys?: string; children: ReactNode; className?: string };

/** Enter in an input, Ctrl or Cmd and S anywhere in the form, and the button all mean Update. */
export function ItemForm({ name, saving, keys, children, className }: ItemFormProps) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    saving.onUpdate();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isSaveKey(event)) onSubmit(event);
  };
  return (
    <form noValidate onSubmit={onSubmit} onKeyDown={onKeyDown} className={className}>
      {children}
      <SaveRow name={name} {...saving} keys={keys} className="mt-4" />
    </form>
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

type MarkdownRowProps = { checked: boolean; onChange: (useMarkdown: boolean) => void };

export function MarkdownRow({ checked, onChange }: MarkdownRowProps) {
  return (
    <FormRow label={t("datasetSettings.form.markdown")}>
      <div className="pt-1.5">
        <Switch label={t("datasetSettings.form.markdownHelp")} checked={checked} onChange={onChange} />
      </div>
    </FormRow>
  );
}

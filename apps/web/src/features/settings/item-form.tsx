import { t } from "i18next";
import { ChevronDown, ChevronUp } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { flushSync } from "react-dom";
import { useLatest } from "../../lib/use-latest.ts";
import { Switch } from "../../ui/form-controls.tsx";
import { Icon, StatusIcon } from "../../ui/icon.tsx";
import { AddTypedContext, Badge, FormRow } from "../../ui/settings/form-rows.tsx";
import { isSaveKey, SaveRow } from "../../ui/settings/save-row.tsx";
import type { Saving } from "./drafts.tsx";

type SectionProps = {
  name: string;
  badges: readonly string[];
  edited: boolean;
  open: boolean;
  onToggle: () => void;
  /** moves the item */
  grip?: ReactNode;
  /** what keeps the item from being saved or published */
  fault?: string | null;
  children: ReactNode;
};

export function ItemSection({ name, badges, edited, open, onToggle, grip, fault = null, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={`${id}-name`} className="border-line border-b">
      <div className="flex items-center gap-1">
        {grip}
        <h2 className="min-w-0 flex-1">
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
                {t("saving.isNot")}
              </span>
            )}
            {fault !== null && <span className="font-body text-small text-danger">{fault}</span>}
            <span className="ml-auto text-soft">
              <Icon of={open ? ChevronUp : ChevronDown} />
            </span>
          </button>
        </h2>
      </div>
      {open && (
        <div id={`${id}-body`} className="pb-5 pl-6 max-md:pl-0">
          {children}
        </div>
      )}
    </section>
  );
}

type ItemFormProps = {
  name: string;
  saving: Saving;
  keys?: string;
  /** on the button, in place of "Update" */
  action?: string | undefined;
  /** at the other end of the row of buttons */
  end?: ReactNode;
  children: ReactNode;
  className?: string;
};

/** Enter in an input, Ctrl or Cmd and S anywhere in the form, and the button all mean Update. */
export function ItemForm({ name, saving, keys, action, end, children, className }: ItemFormProps) {
  const addTyped = useRef<(() => boolean) | null>(null);
  const update = useLatest(saving.onUpdate);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // The save reads the form as it is after the addition.
    const isAdded = flushSync(() => addTyped.current?.() ?? true);
    if (isAdded) update();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isSaveKey(event)) onSubmit(event);
  };
  return (
    <form noValidate onSubmit={onSubmit} onKeyDown={onKeyDown} className={className}>
      <AddTypedContext value={addTyped}>{children}</AddTypedContext>
      <SaveRow name={name} {...saving} keys={keys} action={action} className="mt-4">
        {end}
      </SaveRow>
    </form>
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

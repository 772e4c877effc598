import { t } from "i18next";
import { ChevronDown, ChevronUp } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, useId } from "react";
import { Icon } from "../../ui/icon.tsx";
import { isSaveKey } from "../../ui/settings/save-keys.ts";
import { SaveRow } from "../../ui/settings/save-row.tsx";
import { StatusIcon } from "../../ui/status-icon.tsx";
import type { Item } from "./use-item.ts";

/** A framed badge with a kind or a property of an item. */
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

/** An item of a list that opens in place. */
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
          <span id={`${id}-name`} className="font-strong [overflow-wrap:anywhere]">
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

type ItemFormProps<Form> = { name: string; item: Item<Form>; keys?: string; children: ReactNode; className?: string };

/** Enter in an input, Ctrl or Cmd and S anywhere in the form, and the button all mean Update. */
export function ItemForm<Form>({ name, item, keys, children, className }: ItemFormProps<Form>) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    item.update();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    item.update();
  };
  return (
    <form noValidate onSubmit={onSubmit} onKeyDown={onKeyDown} className={className}>
      {children}
      <ItemSaveRow name={name} item={item} {...(keys === undefined ? {} : { keys })} className="mt-4" />
    </form>
  );
}

type ItemSaveRowProps<Form> = {
  name: string;
  item: Item<Form>;
  keys?: string;
  alone?: boolean;
  className?: string;
};

/** Cancel, Update and the save state of an item. */
export function ItemSaveRow<Form>({ item, ...rest }: ItemSaveRowProps<Form>) {
  const { edited, valid, state, restore, update, reload } = item;
  return (
    <SaveRow
      edited={edited}
      valid={valid}
      state={state}
      onRestore={restore}
      onUpdate={update}
      onReload={reload}
      {...rest}
    />
  );
}

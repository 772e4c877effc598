import type { KeyboardEvent, ReactNode } from "react";
import { cx } from "./cx.ts";

type InlineTab<Id extends string> = { readonly id: Id; readonly label: ReactNode; readonly title?: string | undefined };

type InlineTabsProps<Id extends string> = {
  label: string;
  tabs: readonly InlineTab<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** id of the panel, if there is one; the ids of its tabs begin with it (`tabPanel`) */
  panelId?: string;
  className?: string;
  tabClassName?: string;
};

const STEPS: { readonly [key: string]: 1 | -1 } = { ArrowRight: 1, ArrowLeft: -1 };

/** Small tabs within a page. Arrow keys move and wrap, Home and End jump. */
export function InlineTabs<Id extends string>(props: InlineTabsProps<Id>) {
  const { label, tabs, selected, onSelect, panelId, className, tabClassName = "h-6" } = props;
  const here = tabs.findIndex(({ id }) => id === selected);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    const to =
      event.key === "Home" ? 0 : event.key === "End" ? tabs.length - 1 : step === undefined ? null : here + step;
    const next = to === null ? undefined : tabs.at(to % tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next.id);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus();
  };
  return (
    <div
      role="tablist"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      className={cx("flex gap-4 text-soft", className)}
    >
      {tabs.map(({ id, label: text, title }) => (
        <button
          key={id}
          type="button"
          role="tab"
          data-tab={id}
          aria-selected={id === selected}
          title={title}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onSelect(id)}
          {...(panelId === undefined ? {} : { id: `${panelId}-${id}`, "aria-controls": panelId })}
          className={cx(
            "inline-flex items-center gap-1 whitespace-nowrap",
            tabClassName,
            id === selected && "text-ink shadow-[inset_0_-2px_var(--ink)]",
          )}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

/** Attributes that make an element the panel of the selected tab. */
export const tabPanel = (panelId: string, selected: string) =>
  ({ role: "tabpanel", id: panelId, "aria-labelledby": `${panelId}-${selected}` }) as const;

import type { ReactNode } from "react";
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from "react-aria-components/Tabs";
import { cx } from "./cx.ts";

type TabItem<Id extends string> = {
  readonly id: Id;
  readonly label: ReactNode;
  /** label of an amber dot, which marks unsaved changes */
  readonly dot?: string | undefined;
};

type TabsProps<Id extends string> = {
  label: string;
  tabs: readonly TabItem<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** line: above a whole page; inline: small, at the right of a question */
  look?: "line" | "inline";
  className?: string;
  listClassName?: string;
  panelClassName?: string;
  /** the panel of the selected tab */
  children: ReactNode;
};

/** Arrow keys move, Home and End jump (design/shell.md#controls). */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, tabs, selected, onSelect, look = "line", className = "", listClassName, panelClassName = "" } = props;
  const { children } = props;
  return (
    <AriaTabs
      selectedKey={selected}
      // The keys are always ids of `tabs`.
      onSelectionChange={(key) => onSelect(key as Id)}
      className={className}
    >
      <TabList
        aria-label={label}
        className={cx(
          "flex text-soft",
          look === "line" ? "flex-wrap gap-x-6 border-line border-b" : "justify-end gap-4",
          listClassName,
        )}
      >
        {tabs.map(({ id, label: text, dot }) => (
          <Tab
            key={id}
            id={id}
            className={cx(
              "inline-flex flex-none cursor-pointer items-center gap-1.5 whitespace-nowrap -outline-offset-2! data-[selected]:text-ink data-[selected]:shadow-[inset_0_-2px_var(--ink)]",
              look === "line" ? "h-10 data-[selected]:font-strong" : "h-6 gap-1",
            )}
          >
            {text}
            {dot !== undefined && <span role="img" aria-label={dot} className="size-1.5 rounded-full bg-edited" />}
          </Tab>
        ))}
      </TabList>
      <TabPanel key={selected} id={selected} className={panelClassName}>
        {children}
      </TabPanel>
    </AriaTabs>
  );
}

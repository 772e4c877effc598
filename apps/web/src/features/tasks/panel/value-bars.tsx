import { useState } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { OptionName } from "../../../workbench/labels/option-name.tsx";
import { Bar, More } from "./panel-parts.tsx";

type ValueBarsProps = {
  label: string;
  rows: readonly (readonly [text: string, count: number])[];
  /** so many at first */
  shown: number;
};

/** Values with a bar and a number each. */
export function ValueBars({ label, rows, shown }: ValueBarsProps) {
  const [isOpen, setOpen] = useState(false);
  const visible = isOpen ? rows : rows.slice(0, shown);
  const greatest = Math.max(1, ...rows.map(([, count]) => count));
  return (
    <>
      <ul aria-label={label}>
        {visible.map(([text, count]) => (
          <li key={text} className="grid h-7 grid-cols-[minmax(0,3fr)_minmax(0,2fr)_56px] items-center">
            <span title={text} className="min-w-0 pr-2">
              <OptionName text={text} />
            </span>
            <Bar share={count / greatest} className="h-1.5 bg-soft opacity-75" />
            <span className="text-right tabular-nums">{count.toLocaleString(LOCALE)}</span>
          </li>
        ))}
      </ul>
      <More
        hidden={rows.length - visible.length}
        isOpen={isOpen && rows.length > shown}
        onMore={() => setOpen(true)}
        onFewer={() => setOpen(false)}
      />
    </>
  );
}

import { useState } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { Bar, More } from "./panel-parts.tsx";

type TallyProps = {
  label: string;
  rows: readonly (readonly [text: string, count: number])[];
  /** so many at first */
  shown: number;
};

/** Values with a bar and a number each. */
export function Tally({ label, rows, shown }: TallyProps) {
  const [isOpen, setOpen] = useState(false);
  const visible = isOpen ? rows : rows.slice(0, shown);
  const greatest = Math.max(1, ...rows.map(([, count]) => count));
  return (
    <>
      <ul aria-label={label}>
        {visible.map(([text, count]) => (
          <li key={text} className="grid h-7 grid-cols-[112px_minmax(0,1fr)_56px] items-center">
            <bdi title={text} className="truncate pr-2">
              {text}
            </bdi>
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

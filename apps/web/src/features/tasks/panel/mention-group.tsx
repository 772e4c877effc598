import { mentionQuery } from "@postil/domain/tasks/narrow-text";
import { type CSSProperties, useState } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import type { PanelPage } from "./panel-page.ts";
import { Bar, More } from "./panel-parts.tsx";
import { AddButton, narrowBy } from "./words.tsx";

const SHOWN = 3;
/** So many more at each press: an entity may have thousands. */
const STEP = 50;
/** Further entities begin with the first colour again. */
const COLORS = 50;

export type MentionGroupProps = {
  page: PanelPage;
  side: "annotation" | "prediction";
  label: string;
  colorId: number;
  total: number;
  rows: readonly (readonly [mention: string, count: number])[];
  /** of all entities, what the longest bar stands for */
  greatest: number;
};

/** The mentions of one entity, in its tone; one that is pressed narrows the search. */
export function MentionGroup({ page, side, label, colorId, total, rows, greatest }: MentionGroupProps) {
  const [shown, setShown] = useState(SHOWN);
  const visible = rows.slice(0, shown);
  const slot = colorId % COLORS;
  // A custom property is no key that the type knows.
  const colors = { "--fill": `var(--entity-${slot})`, "--tone": `var(--entity-${slot}-tone)` } as CSSProperties;
  return (
    <section aria-label={label} style={colors} className="mt-2">
      <h3 className="flex h-7 items-center gap-2 font-strong">
        <span
          aria-hidden="true"
          className="size-3 flex-none rounded-[3px] bg-(--fill) shadow-[inset_0_0_0_1.5px_var(--tone)]"
        />
        <bdi translate="no" className="truncate">
          {label}
        </bdi>
        <span className="ml-auto font-body text-soft tabular-nums">{total.toLocaleString(LOCALE)}</span>
      </h3>
      <ul>
        {visible.map(([mention, count]) => (
          <li key={mention} className="grid h-6.5 grid-cols-[20px_140px_minmax(0,1fr)_48px] items-center max-md:h-11">
            <span />
            <AddButton
              what={mention}
              onAdd={() => narrowBy(page, mentionQuery(mention, side))}
              className="truncate pr-2 max-md:h-11"
            >
              <bdi translate="no">{mention}</bdi>
            </AddButton>
            <Bar share={count / greatest} className="h-1.5 bg-(--tone) opacity-75" />
            <span className="text-right tabular-nums">{count.toLocaleString(LOCALE)}</span>
          </li>
        ))}
      </ul>
      <div className="pl-5">
        <More
          hidden={rows.length - visible.length}
          isOpen={shown > SHOWN && rows.length > SHOWN}
          onMore={() => setShown(shown + STEP)}
          onFewer={() => setShown(SHOWN)}
        />
      </div>
    </section>
  );
}

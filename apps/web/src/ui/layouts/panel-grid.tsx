import type { ReactNode } from "react";
import { SIDE_PANEL_WIDTH } from "../constants.ts";
import { Main, PageFrame } from "./frame.tsx";

type PanelGridProps = { header: ReactNode; centre: ReactNode; panel: ReactNode; open: boolean; panelLabel: string };

/** A grid of header, sidebar and centre, whose side panel widens to 350 px (LAY-06): task annotation. */
export function PanelGrid({ header, centre, panel, open, panelLabel }: PanelGridProps) {
  return (
    <PageFrame header={header}>
      <div
        className="grid min-h-0 flex-1 transition-[grid-template-columns] duration-[120ms] max-md:block max-md:overflow-auto"
        style={{ gridTemplateColumns: `minmax(0, 1fr) ${open ? SIDE_PANEL_WIDTH : 0}px` }}
      >
        <Main>{centre}</Main>
        <aside aria-label={panelLabel} hidden={!open} className="min-h-0 overflow-auto">
          {panel}
        </aside>
      </div>
    </PageFrame>
  );
}

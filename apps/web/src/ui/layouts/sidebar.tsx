import type { ReactNode } from "react";
import { SplitPane } from "../split-pane.tsx";
import { Frame, Main } from "./frame.tsx";

type SidebarProps = {
  header: ReactNode;
  top: ReactNode;
  main: ReactNode;
  /** at the right: the questions, or a panel */
  sidebar: ReactNode;
  /** toggled: what opens under the sidebar, null while it is closed */
  panel: ReactNode;
  /** under everything, not on a phone */
  foot?: ReactNode;
  /** the key under which the split is remembered: `<dataset id>/record-questions` */
  split: string;
};

/**
 * Header, top area and right sidebar with a panel that can be toggled (LAY-04). Under 960 px the sidebar stands below the main
 * part and the page scrolls as one (LAY-10).
 */
export function Sidebar({ header, top, main, sidebar, panel, foot, split }: SidebarProps) {
  return (
    <Frame header={header} className="lg:mx-auto lg:max-w-[1800px]">
      <Main className="flex flex-col">
        {top}
        <SplitPane
          name={split}
          stacks
          className="min-h-0 flex-1"
          first={main}
          second={
            <div className="grid min-h-0 grid-rows-[minmax(0,1fr)_auto]">
              {sidebar}
              {panel}
            </div>
          }
        />
      </Main>
      {foot !== undefined && <footer className="h-(--foot) flex-none max-md:hidden">{foot}</footer>}
    </Frame>
  );
}

import type { ComponentProps } from "react";
import { LabelSearch } from "../../../workbench/labels/label-search.tsx";
import type { LabelHandlers } from "./use-label-handlers.ts";

/** The place of the search with many options, and otherwise. */
const UNDER_TITLE = "flex-[0_1_220px] @max-[480px]:basis-full";
const BESIDE_TITLE = "-mt-0.5 ml-auto flex-[0_100000_176px] max-md:mt-0";

type SearchOfLabelsProps = Pick<ComponentProps<typeof LabelSearch>, "view" | "onKeyDown"> & { handlers: LabelHandlers };

/** The search in the heading of a question, among its labels (FAN-23). */
export function SearchOfLabels({ view, handlers, onKeyDown }: SearchOfLabelsProps) {
  return (
    <LabelSearch
      ref={handlers.search}
      view={view}
      onKeyDown={onKeyDown}
      onEscape={handlers.leaveSearch}
      keys="/"
      className={view.layout === "many" ? UNDER_TITLE : BESIDE_TITLE}
    />
  );
}

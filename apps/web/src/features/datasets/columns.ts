import { FEEDBACK_TASK } from "@postil/domain/datasets/dataset-links";
import { mediaHook } from "../../ui/media-hook.ts";
import type { DatasetRow } from "./rows.ts";

/**
 * Widths and looks of the columns, one for head and cells alike. What there is no room for goes, least needed first, so that a
 * name has some 240 px, below 780 px 160; tags stand beside the team's progress from 1440 px on. Below 640 px a row is a card of
 * name, workspace, task and progress, with its actions in a menu.
 */
const CARD_HIDES = "max-[640px]:hidden";
const base = "overflow-hidden whitespace-nowrap text-ellipsis pr-3";

export const WIDTHS = {
  pin: "w-10 max-[640px]:w-auto",
  name: "",
  workspace: "w-32 max-[780px]:w-24 max-[640px]:w-auto",
  task: "w-46 min-[640px]:max-[1160px]:hidden in-data-team:max-[1700px]:w-41 in-data-team:max-[1320px]:hidden max-[640px]:w-auto",
  tags: `w-64 max-[1460px]:w-36 max-[1340px]:hidden in-data-team:w-44 in-data-team:max-[1700px]:w-36 in-data-team:max-[1440px]:hidden ${CARD_HIDES}`,
  progress: "w-54 in-data-team:max-[1700px]:w-46 max-[780px]:w-46 max-[640px]:w-auto",
  team: "w-54 max-[1700px]:w-46",
  created: `w-22 max-[980px]:hidden ${CARD_HIDES}`,
  lastActivity: `w-32 in-data-team:max-[1700px]:w-28 max-[900px]:hidden ${CARD_HIDES}`,
  actions: "w-26 max-[640px]:w-auto",
} as const;

export type Column = keyof typeof WIDTHS;
const COLUMNS = Object.keys(WIDTHS) as readonly Column[]; // the object's own keys, in its order

/** Whether the team's progress has no room in a column of its own. */
export const useOneProgress = mediaHook("(max-width: 1239.98px)");

/**
 * The columns that have something to say: of these rows, to whoever sees the team's progress in a column, or does not. `rows` is
 * null while they load.
 */
export function columnsFor(rows: readonly DatasetRow[] | null, team: boolean): readonly Column[] {
  const mine = rows === null || rows.some(({ task }) => task === FEEDBACK_TASK);
  const empty: { readonly [Name in Column]?: boolean } = {
    tags: rows === null || rows.every(({ tags }) => Object.keys(tags).length === 0),
    progress: team && !mine,
    team: !team,
  };
  return COLUMNS.filter((column) => empty[column] !== true);
}

const CARD_SIDE = "max-[640px]:order-2 max-[640px]:row-span-3 max-[640px]:self-center";

export const CELLS = {
  pin: `${WIDTHS.pin} ${CARD_SIDE}`,
  name: `${base} max-[640px]:order-1 max-[640px]:col-span-2`,
  workspace: `${base} ${WIDTHS.workspace} text-soft max-[640px]:order-3 max-[640px]:pr-0`,
  task: `${base} ${WIDTHS.task} text-soft max-[640px]:order-4`,
  tags: `${base} ${WIDTHS.tags}`,
  progress: `${base} ${WIDTHS.progress} max-[640px]:order-5 max-[640px]:col-span-2`,
  team: `${base} ${WIDTHS.team}`,
  created: `${base} ${WIDTHS.created} text-soft`,
  lastActivity: `${base} ${WIDTHS.lastActivity} text-soft`,
  actions: `${WIDTHS.actions} ${CARD_SIDE}`,
} as const satisfies { readonly [Name in Column]: string };

/** A row of 48 px, as a card of 96. */
export const ROW =
  "h-12 border-line border-b max-[640px]:grid max-[640px]:h-24 max-[640px]:grid-cols-[fit-content(36%)_minmax(0,1fr)_auto_auto] max-[640px]:content-center max-[640px]:gap-x-3";
/** With `data-team` where the team's column is drawn, which leaves less room to others. */
export const TABLE = "w-full table-fixed border-collapse max-[640px]:block";

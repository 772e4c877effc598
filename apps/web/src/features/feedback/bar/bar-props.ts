import type { ReactNode } from "react";
import type { CriteriaControls } from "../queue/criteria-controls.ts";
import type { FindOffer } from "./find-offer.ts";

export type ViewMode = "focus" | "bulk";

export type BarProps = {
  datasetId: string;
  controls: CriteriaControls;
  find: FindOffer;
  /** the place at the right for a note about the record on screen (`InBar`) */
  noteRef: (place: HTMLElement | null) => void;
  /** the count of the matches on screen, with buttons to step through them */
  matches?: ReactNode;
  /** the menu of saved views */
  views?: ReactNode;
  /** focus: one record at a time; bulk: a list of records. Without `onMode` there is no choice. */
  mode?: ViewMode;
  onMode?: ((mode: ViewMode) => void) | undefined;
  /** the keys that choose a mode, as `KeyCap` prints them */
  modeKeys?: { readonly [Mode in ViewMode]?: string | undefined };
};

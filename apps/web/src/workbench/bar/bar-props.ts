import type { ReactNode } from "react";
import type { CriteriaControls } from "../criteria/criteria-controls.ts";
import type { FindOffer } from "./find-offer.ts";

export type ViewMode = "focus" | "bulk";

export type BarProps = {
  datasetId: string;
  controls: CriteriaControls;
  find: FindOffer;
  /** the place for a note about the record on screen, at the right (`InBar`) */
  noteRef: (place: HTMLElement | null) => void;
  /** where the matches on screen are counted and gone through */
  matches?: ReactNode;
  /** the menu of saved views */
  views?: ReactNode;
  /** one record at a time, or a list of them; without `onMode` there is nothing to choose */
  mode?: ViewMode;
  onMode?: ((mode: ViewMode) => void) | undefined;
  /** the keys that choose a mode, as `KeyCap` writes them */
  modeKeys?: { readonly [Mode in ViewMode]?: string | undefined };
};

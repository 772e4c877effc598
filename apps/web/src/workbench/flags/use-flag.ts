import { t } from "i18next";
import { announce } from "../../ui/live-region.tsx";
import { useFlagged, useSetFlag } from "./use-flags.ts";

type FlagTurn = {
  readonly flagged: boolean;
  /** Flags the record, or removes its flag. */
  readonly turn: () => void;
  /** The same for whoever does not hear what becomes of a button. */
  readonly turnAndSay: () => void;
};

/** The user's flag on one record. */
export function useFlag(datasetId: string, recordId: string): FlagTurn {
  const flagged = useFlagged(datasetId, recordId);
  const setFlag = useSetFlag(datasetId);
  const turn = () => setFlag(recordId, !flagged);
  const turnAndSay = () => {
    turn();
    announce(t(`keeping.flags.${flagged ? "isUnflagged" : "isFlagged"}`));
  };
  return { flagged, turn, turnAndSay };
}

import { t } from "i18next";
import { type ReactNode, useEffect } from "react";
import { Button } from "../../../ui/button.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { announce } from "../../../ui/live-region.tsx";

type RunEndedProps = {
  /** Else something is left. */
  isDone: boolean;
  /** What came of it. */
  said: string;
  /** What is to be known besides, a line each. */
  notes: readonly string[];
  why: string | null;
  /** The way back. */
  back?: ReactNode;
  onGoOn: () => void;
  onClose: () => void;
};

/** What came of a run over many records, and the way on where some are left. */
export function RunEnded({ isDone, said, notes, why, back, onGoOn, onClose }: RunEndedProps) {
  useEffect(() => announce(said), [said]);
  return (
    <>
      <div className="px-6">
        <p>{said}</p>
        {notes.map((note) => (
          <p key={note} className="mt-2 text-soft">
            {note}
          </p>
        ))}
        {why !== null && (
          <div className="mt-2">
            <InlineError message={why} />
          </div>
        )}
      </div>
      <footer className="flex justify-end gap-2 px-6 pt-4 pb-5">
        {back}
        <Button variant={isDone ? "primary" : "quiet"} onClick={onClose} autoFocus={isDone}>
          {t("taskRules.applying.close")}
        </Button>
        {!isDone && (
          <Button variant="primary" onClick={onGoOn} autoFocus>
            {t("taskRules.applying.goOn")}
          </Button>
        )}
      </footer>
    </>
  );
}

import { t } from "i18next";
import { Check } from "lucide-react";
import { type Dispatch, type KeyboardEvent, type ReactNode, type SetStateAction, useEffect, useState } from "react";
import { pressMatches } from "../../lib/commands/chord.ts";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { VisuallyHidden } from "../screen-reader.tsx";

type SaveRowProps = {
  name: string;
  edited: boolean;
  valid: boolean;
  state: SaveState;
  onRestore: () => void;
  onUpdate: () => void;
  onReload: () => void;
  keys?: string | undefined;
  /** on the button, in place of "Update" */
  action?: string | undefined;
  /** true if no form is around it, as in a table row: Update is then a plain button */
  alone?: boolean;
  className?: string;
  /** before the buttons: the edited control */
  children?: ReactNode;
};

/** Cancel, Update and the result of the save. */
export function SaveRow(props: SaveRowProps) {
  const {
    name,
    edited,
    valid,
    state,
    onRestore,
    onUpdate,
    onReload,
    keys,
    action,
    alone = false,
    className = "",
  } = props;
  const saving = state === "saving";
  return (
    <div className={`flex flex-wrap items-center justify-end gap-2 ${className}`}>
      {props.children}
      {state === "saved" && !edited && (
        <span className="inline-flex items-center gap-1 text-submitted">
          <Icon of={Check} />
          {t("datasetSettings.form.saved")}
        </span>
      )}
      {state === "meanwhile" && (
        <span role="alert" className="inline-flex items-center gap-2 text-danger">
          {t("datasetSettings.form.meanwhile")}
          <Button variant="quiet" size="compact" onClick={onReload}>
            {t("datasetSettings.form.reload")}
          </Button>
        </span>
      )}
      <Button variant="ghost" disabled={!edited || saving} onClick={onRestore}>
        <span>
          {t("common.cancel")} <VisuallyHidden>{t("datasetSettings.form.cancelOf", { name })}</VisuallyHidden>
        </span>
      </Button>
      <Button
        type={alone ? "button" : "submit"}
        {...(alone ? { onClick: onUpdate } : {})}
        variant="primary"
        disabled={!edited || saving}
        // Still pressable, so that it can tell what is invalid.
        inactive={edited && !valid}
        keys={keys}
      >
        <span>
          {action ?? t("datasetSettings.form.update")} <VisuallyHidden>{name}</VisuallyHidden>
        </span>
      </Button>
    </div>
  );
}

/** How long "Saved" shows beside the button, ms. */
const SAVED_FOR = 2000;

/**
 * resting: no save; saving: a save runs; saved: just saved; meanwhile: refused, because somebody else has saved the item since
 * it was loaded
 */
export type SaveState = "resting" | "saving" | "saved" | "meanwhile";

/** The state of a save. "saved" changes back to "resting" after a while. */
export function useSaveState(): [SaveState, Dispatch<SetStateAction<SaveState>>] {
  const [state, setState] = useState<SaveState>("resting");
  useEffect(() => {
    if (state !== "saved") return;
    const timer = window.setTimeout(() => setState("resting"), SAVED_FOR);
    return () => window.clearTimeout(timer);
  }, [state]);
  return [state, setState];
}

/** Ctrl or Cmd and S: saves the form being edited, as elsewhere (FSE-03). */
export const isSaveKey = ({ nativeEvent }: KeyboardEvent): boolean => pressMatches(nativeEvent, "Mod+S");

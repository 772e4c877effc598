import { t } from "i18next";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { VisuallyHidden } from "../visually-hidden.tsx";
import type { SaveState } from "./use-save-state.ts";

type SaveRowProps = {
  name: string;
  edited: boolean;
  valid: boolean;
  state: SaveState;
  onRestore: () => void;
  onUpdate: () => void;
  onReload: () => void;
  keys?: string | undefined;
  /** true if no form is around it, as in a table row: Update is then a plain button */
  alone?: boolean;
  className?: string;
  /** before the buttons: the edited control */
  children?: ReactNode;
};

/** Cancel, Update and the result of the save. */
export function SaveRow(props: SaveRowProps) {
  const { name, edited, valid, state, onRestore, onUpdate, onReload, keys, alone = false, className = "" } = props;
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
          {t("datasetSettings.form.update")} <VisuallyHidden>{name}</VisuallyHidden>
        </span>
      </Button>
    </div>
  );
}

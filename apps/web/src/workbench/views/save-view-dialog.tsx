import { t } from "i18next";
import { type FormEvent, useState } from "react";
import { notify } from "../../lib/toasts/store.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { useKeepView } from "./use-keep-view.ts";
import { NAME_LENGTH } from "./view-name.ts";

type SaveViewDialogProps = {
  datasetId: string;
  /** what the view will show, as the address spells it */
  query: string;
  onClose: () => void;
};

/** Asks for a name and keeps the view; one that is taken can be given to it by a second press. Lazily loaded. */
export default function SaveViewDialog({ datasetId, query, onClose }: SaveViewDialogProps) {
  const [name, setName] = useState("");
  const { keep, refused, forget, saving } = useKeepView(datasetId, query, (message, undo) => {
    notify({ message, actions: undo === null ? [] : [{ label: t("common.undo"), run: undo }] });
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void keep(name.trim());
  };
  return (
    <Dialog isOpen onOpenChange={(open) => !open && onClose()} title={t("savedViews.saveTitle")}>
      <form onSubmit={submit}>
        <div className="px-6">
          <TextInput
            label={t("savedViews.name")}
            value={name}
            onChange={(text) => {
              setName(text);
              forget();
            }}
            error={refused?.why}
            hint={t("savedViews.saveHint")}
            maxLength={NAME_LENGTH}
            autoComplete="off"
            autoFocus
          />
        </div>
        <footer className="flex justify-end gap-2 px-6 pt-4 pb-5">
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button type="submit" variant="primary" inactive={saving}>
            {refused?.taken === true ? t("savedViews.replace") : t("common.save")}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

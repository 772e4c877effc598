import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "../../lib/toasts/store.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { useViewWrites } from "./use-view-writes.ts";
import { NAME_LENGTH, whyNotNamed } from "./view-name.ts";

type SaveViewDialogProps = {
  datasetId: string;
  /** what the view will show, as the address spells it */
  query: string;
  onClose: () => void;
};

/** Asks for a name and keeps the view. Lazily loaded. */
export default function SaveViewDialog({ datasetId, query, onClose }: SaveViewDialogProps) {
  const { t } = useTranslation();
  const { save } = useViewWrites(datasetId);
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const [saving, setSaving] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (saving) return;
    const wanted = name.trim();
    if (wanted === "") return setError(t("keeping.views.noName"));
    setSaving(true);
    try {
      await save(wanted, query);
      notify({ message: t("keeping.views.saved", { name: wanted }) });
      onClose();
    } catch (failed) {
      setError(whyNotNamed(failed));
      setSaving(false);
    }
  };
  return (
    <Dialog isOpen onOpenChange={(open) => !open && onClose()} title={t("keeping.views.saveTitle")}>
      <form onSubmit={(event) => void submit(event)}>
        <div className="px-6">
          <TextInput
            label={t("keeping.views.name")}
            value={name}
            onChange={(text) => {
              setName(text);
              setError(undefined);
            }}
            error={error}
            hint={t("keeping.views.saveHint")}
            maxLength={NAME_LENGTH}
            autoComplete="off"
            autoFocus
          />
        </div>
        <footer className="flex justify-end gap-2 px-6 pt-4 pb-5">
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button type="submit" variant="primary" inactive={saving}>
            {t("common.save")}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

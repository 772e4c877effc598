import { t } from "i18next";
import { type FormEvent, useState } from "react";
import { notify } from "../../lib/toasts/store.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { isNameTaken, NAME_LENGTH, useViewWrites, whyNotNamed } from "./use-view-writes.ts";

type SaveViewDialogProps = {
  datasetId: string;
  /** the query that the view stores, in the address's format */
  query: string;
  onClose: () => void;
};

/** Asks for a name and saves the view. If the name is taken, a second press replaces that view. Lazily loaded. */
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

type Refused = { readonly why: string /** true: another view of the user has this name */; readonly taken: boolean };

type KeepView = {
  /** Saves the view under the name. If the name was taken before, replaces that view. */
  readonly keep: (name: string) => Promise<void>;
  /** The reason why the view was not saved. */
  readonly refused: Refused | null;
  readonly forget: () => void;
  readonly saving: boolean;
};

/** `onKept` receives the message, and an undo if another view was replaced. */
function useKeepView(
  datasetId: string,
  query: string,
  onKept: (message: string, undo: (() => void) | null) => void,
): KeepView {
  const { save, replace, restore } = useViewWrites(datasetId);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [saving, setSaving] = useState(false);

  async function put(name: string): Promise<void> {
    const before = refused?.taken === true ? await replace(name, query) : null;
    if (before === null) {
      await save(name, query);
      return onKept(t("savedViews.saved", { name }), null);
    }
    const undo = () =>
      restore(before).catch(() => notify({ message: t("savedViews.notRestored", { name }), type: "error" }));
    onKept(t("savedViews.replaced", { name }), () => void undo());
  }

  return {
    refused,
    saving,
    forget: () => setRefused(null),
    keep: async (name) => {
      if (saving) return;
      if (name === "") return setRefused({ why: t("savedViews.noName"), taken: false });
      setSaving(true);
      try {
        await put(name);
      } catch (error) {
        setRefused({ why: whyNotNamed(error), taken: isNameTaken(error) });
        setSaving(false);
      }
    },
  };
}

import type { SavedView } from "@postil/domain/search/saved-views";
import { t } from "i18next";
import { Pencil, Trash2 } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { notify } from "../../lib/toasts/store.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { announce } from "../../ui/live-region.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { useFocusKept } from "../../ui/use-focus-kept.ts";
import { NAME_LENGTH, useViewWrites, type ViewWrites, whyNotNamed } from "./use-view-writes.ts";
import { useViews } from "./use-views.ts";

type ManageViewsDialogProps = { datasetId: string; onClose: () => void };

/** Renames and deletes the user's views of the dataset. Lazily loaded. */
export default function ManageViewsDialog({ datasetId, onClose }: ManageViewsDialogProps) {
  const { views } = useViews(datasetId);
  const writes = useViewWrites(datasetId);
  const remove = useRemove(writes);
  const list = views ?? [];
  const place = useRef<HTMLDivElement>(null);
  useFocusKept(place, list.length, () => place.current?.focus());
  return (
    <Dialog isOpen onOpenChange={(open) => !open && onClose()} title={t("savedViews.manageTitle")}>
      <div ref={place} tabIndex={-1} className="max-h-[calc(100vh-240px)] overflow-auto px-4 pb-4 outline-0">
        {list.length === 0 && <p className="px-2 py-2 text-soft">{t("savedViews.nothing")}</p>}
        <ul>
          {list.map((view) => (
            <ViewRow
              key={view.id}
              view={view}
              onRename={(name) => writes.rename(view, name)}
              onRemove={() => void remove(view)}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

/** Deletes a view at once, with an undo. */
function useRemove({ remove, save }: ViewWrites): (view: SavedView) => Promise<void> {
  return async (view) => {
    const { name } = view;
    const restore = () =>
      save(name, view.query).catch(() => notify({ message: t("savedViews.notRestored", { name }), type: "error" }));
    try {
      await remove(view);
      const undo = { label: t("common.undo"), run: () => void restore() };
      notify({ message: t("savedViews.removed", { name }), actions: [undo] });
    } catch {
      notify({ message: t("savedViews.notRemoved", { name }), type: "error" });
    }
  };
}

type ViewRowProps = { view: SavedView; onRename: (name: string) => Promise<void>; onRemove: () => void };

/** A view's name with its buttons. While it is renamed, the name is a text box. */
function ViewRow({ view, onRename, onRemove }: ViewRowProps) {
  const { name } = view;
  const [renaming, setRenaming] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const was = useRef(false);
  useEffect(() => {
    // The focused text box has been removed.
    if (was.current && !renaming) pencil.current?.focus();
    was.current = renaming;
  }, [renaming]);
  return (
    <li className="border-line not-last:border-b py-1">
      {renaming ? (
        <NameForm name={name} onRename={onRename} onDone={() => setRenaming(false)} />
      ) : (
        <div className="flex items-center gap-1">
          <span translate="no" dir="auto" className="min-w-0 flex-1 px-2 wrap-anywhere">
            {name}
          </span>
          <IconButton
            ref={pencil}
            icon={Pencil}
            translate="no"
            label={t("savedViews.rename", { name })}
            onClick={() => setRenaming(true)}
          />
          <IconButton icon={Trash2} translate="no" label={t("savedViews.remove", { name })} onClick={onRemove} />
        </div>
      )}
    </li>
  );
}

type NameFormProps = { name: string; onRename: ViewRowProps["onRename"]; onDone: () => void };

function NameForm({ name, onRename, onDone }: NameFormProps) {
  const [wanted, setWanted] = useState(name);
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const text = wanted.trim();
    if (text === "") return setError(t("savedViews.noName"));
    if (text === name) return onDone();
    try {
      await onRename(text);
      announce(t("savedViews.renamed"));
      onDone();
    } catch (failed) {
      setError(whyNotNamed(failed));
    }
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // Otherwise the dialog would close too.
    event.stopPropagation();
    onDone();
  };
  return (
    <form onSubmit={(event) => void submit(event)} onKeyDown={leave} className="flex items-start gap-1 px-1">
      <TextInput
        className="min-w-0 flex-1"
        label={t("savedViews.name")}
        hideLabel
        value={wanted}
        onChange={(text) => {
          setWanted(text);
          setError(undefined);
        }}
        error={error}
        maxLength={NAME_LENGTH}
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
        autoFocus
      />
      <Button type="submit">{t("common.save")}</Button>
      <Button variant="ghost" onClick={onDone}>
        {t("common.cancel")}
      </Button>
    </form>
  );
}

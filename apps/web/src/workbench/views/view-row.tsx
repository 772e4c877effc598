import type { SavedView } from "@postil/domain/search/saved-views";
import { t } from "i18next";
import { Pencil, Trash2 } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { announce } from "../../ui/live-region.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { NAME_LENGTH, whyNotNamed } from "./view-name.ts";

type ViewRowProps = { view: SavedView; onRename: (name: string) => Promise<void>; onRemove: () => void };

/** A view's name with what can be done to it; the name turns into a box while it is changed. */
export function ViewRow({ view, onRename, onRemove }: ViewRowProps) {
  const { name } = view;
  const [renaming, setRenaming] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const was = useRef(false);
  useEffect(() => {
    // The box with the focus is gone.
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
    // The dialog would close with it.
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

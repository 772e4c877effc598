import { savedViewFromWire } from "@postil/contract/datasets/view-mapping";
import { type SavedView, VIEW_NAME } from "@postil/domain/search/saved-views";
import { useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { Pencil, Trash2 } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { api } from "../../lib/api/api.ts";
import { errorMessage, failureOf } from "../../lib/api/failure.ts";
import { notify } from "../../lib/toasts/store.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useFocusKept } from "../../ui/focus.ts";
import { TextInput } from "../../ui/form-controls.tsx";
import { announce } from "../../ui/screen-reader.tsx";
import { useTypedDialog } from "../../ui/settings/unsaved.ts";
import { useFamily } from "../family/family.ts";
import { useViews, viewsQuery } from "./use-views.ts";

type SaveViewDialogProps = {
  datasetId: string;
  /** the query that the view stores, in the address's format */
  query: string;
  onClose: () => void;
};

/** Asks for a name and saves the view. If the name is taken, a second press replaces that view. Lazily loaded. */
export function SaveViewDialog({ datasetId, query, onClose }: SaveViewDialogProps) {
  const [name, setName] = useState("");
  const { isAsked, leave } = useTypedDialog(name, onClose);
  const { keep, refused, forget, saving } = useKeepView(datasetId, query, (message, undo) => {
    notify({ message, actions: undo === null ? [] : [{ label: t("words.undo"), run: undo }] });
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void keep(name.trim());
  };
  return (
    <Dialog onClose={leave} title={t("savedViews.saveTitle")}>
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
          <p role="status" className="mt-2 text-soft empty:mt-0">
            {isAsked && t("unsaved.once")}
          </p>
        </div>
        <footer className="flex justify-end gap-2 px-6 pt-4 pb-5">
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button type="submit" variant="primary" inactive={saving}>
            {refused?.taken === true ? t("savedViews.replace") : t("words.save")}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

type Refused = { readonly why: string /** true: another view of the user has this name */; readonly taken: boolean };

/** `onKept` receives the message, and an undo if another view was replaced. */
function useKeepView(datasetId: string, query: string, onKept: (message: string, undo: (() => void) | null) => void) {
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
    /** Saves the view under the name. If the name was taken before, replaces that view. */
    keep: async (name: string) => {
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

type ManageViewsDialogProps = { datasetId: string; onClose: () => void };

/** Renames and deletes the user's views of the dataset. Lazily loaded. */
export function ManageViewsDialog({ datasetId, onClose }: ManageViewsDialogProps) {
  const { views } = useViews(datasetId);
  const writes = useViewWrites(datasetId);
  const remove = useRemove(writes);
  /** the new name of the view that is renamed, until it is saved */
  const [typed, setTyped] = useState("");
  const { isAsked, leave } = useTypedDialog(typed, onClose);
  const list = views ?? [];
  const place = useRef<HTMLDivElement>(null);
  useFocusKept(place, list.length, () => place.current?.focus());
  return (
    <Dialog onClose={leave} title={t("savedViews.manageTitle")}>
      <div ref={place} tabIndex={-1} className="max-h-[calc(100vh-240px)] overflow-auto px-4 pb-4 outline-0">
        {list.length === 0 && <p className="px-2 py-2 text-soft">{t("savedViews.nothing")}</p>}
        <ul>
          {list.map((view) => (
            <ViewRow
              key={view.id}
              view={view}
              onRename={(name) => writes.rename(view, name)}
              onRemove={() => void remove(view)}
              onTyped={setTyped}
            />
          ))}
        </ul>
        <p role="status" className="mt-2 px-2 text-soft empty:mt-0">
          {isAsked && t("unsaved.once")}
        </p>
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
      const undo = { label: t("words.undo"), run: () => void restore() };
      notify({ message: t("savedViews.removed", { name }), actions: [undo] });
    } catch {
      notify({ message: t("savedViews.notRemoved", { name }), type: "error" });
    }
  };
}

type ViewRowProps = {
  view: SavedView;
  onRename: (name: string) => Promise<void>;
  onRemove: () => void;
  onTyped: (name: string) => void;
};

/** A view's name with its buttons. While it is renamed, the name is a text box. */
function ViewRow({ view, onRename, onRemove, onTyped }: ViewRowProps) {
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
        <NameForm {...{ name, onRename, onTyped }} onDone={() => setRenaming(false)} />
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

type NameFormProps = Pick<ViewRowProps, "onRename" | "onTyped"> & { name: string; onDone: () => void };

function NameForm({ name, onRename, onTyped, onDone }: NameFormProps) {
  const [wanted, setWanted] = useState(name);
  const typed = wanted.trim() === name ? "" : wanted;
  useEffect(() => {
    onTyped(typed);
    return () => onTyped("");
  }, [typed, onTyped]);
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
      <Button type="submit">{t("words.save")}</Button>
      <Button variant="ghost" onClick={onDone}>
        {t("common.cancel")}
      </Button>
    </form>
  );
}

type ViewWrites = ReturnType<typeof useViewWrites>;

/** The writes reject as the API client does, and show nothing. The list of views changes after the server has agreed. */
function useViewWrites(datasetId: string) {
  const client = useQueryClient();
  const family = useFamily();
  const query = viewsQuery(family, datasetId);
  const { queryKey } = query;
  /** Puts this view into the list. Null removes it. */
  const put = (id: string, view: SavedView | null) =>
    client.setQueryData(queryKey, (list) => list && [...list.filter((one) => one.id !== id), ...(view ? [view] : [])]);
  const change = async (id: string, body: { readonly name?: string; readonly query?: string }) => {
    put(id, savedViewFromWire(await api.call("updateView", { params: { view_id: id }, body }, { quiet: true })));
  };

  return {
    save: async (name: string, shown: string) => {
      const view = await family.views.save(datasetId, { name, query: shown });
      put(view.id, view);
    },
    /** Changes the query of the view with that name. Returns the view as it was, null if it no longer exists. */
    replace: async (name: string, shown: string): Promise<SavedView | null> => {
      // Another tab may have saved it.
      const list = await client.fetchQuery({ ...query, staleTime: 0 });
      const before = list.find((view) => view.name === name) ?? null;
      if (before !== null) await change(before.id, { query: shown });
      return before;
    },
    restore: ({ id, query }: SavedView) => change(id, { query }),
    rename: ({ id }: SavedView, name: string) => change(id, { name }),
    /** The view leaves the list at once, and returns after a failure. */
    remove: async (view: SavedView) => {
      put(view.id, null);
      try {
        // 404: already deleted in another tab, which is fine.
        await api.call("deleteView", { params: { view_id: view.id } }, { quiet: true, accept: [404] });
      } catch (error) {
        put(view.id, view);
        throw error;
      }
    },
  };
}

/** Limit of the name's text box. The server counts characters, so its check is final. */
const NAME_LENGTH = VIEW_NAME.max;

/** True if the user already has another view with this name. */
const isNameTaken = (error: unknown): boolean => failureOf(error)?.status === 409;

/** The reason why a view was not saved or renamed, shown beside its name. */
function whyNotNamed(error: unknown): string {
  const failure = failureOf(error);
  if (failure === null) throw error;
  return isNameTaken(error) ? t("savedViews.taken") : errorMessage(failure).lines.join("\n");
}

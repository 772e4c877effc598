import { asObject, type JsonObject } from "@postil/domain/json-object";
import { sameJson } from "@postil/domain/objects";
import { isDraftFieldForm, isDraftQuestionForm } from "@postil/domain/settings/draft-form";
import { isFieldForm, isMetadataForm, isQuestionForm, isVectorForm } from "@postil/domain/settings/settings-form";
import { useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { type ComponentProps, createContext, type ReactNode, useContext, useMemo } from "react";
import { failureOf } from "../../lib/api/failure.ts";
import { notify } from "../../lib/toasts/store.ts";
import { announce } from "../../ui/screen-reader.tsx";
import { type SaveRow, useSaveState } from "../../ui/settings/save-row.tsx";
import { useKeptForms } from "../../ui/settings/unsaved.ts";
import { isNew, type Part, type PartKind, type Stored } from "./parts.ts";

type Draft = {
  readonly form: unknown;
  /** the stored item when the user began to change it */
  readonly base: unknown;
  /** False if only blanks around a text changed: this is a draft, because the user is still typing, but not an edit. */
  readonly isEdited: boolean;
};

/** Typed and unsaved forms, by kind and id of the item. They survive a change of the tab. */
export type Drafts = { readonly [key: string]: Draft };

const IS_FORM: { readonly [Kind in PartKind]: (kept: unknown) => boolean } = {
  name: (kept) => typeof asObject(kept)?.name === "string",
  guidelines: (kept) => typeof asObject(kept)?.text === "string",
  field: isFieldForm,
  question: isQuestionForm,
  metadata: isMetadataForm,
  vector: isVectorForm,
  draftField: isDraftFieldForm,
  draftQuestion: isDraftQuestionForm,
};

/** Reads the forms that this device kept. A damaged form, or one of another version, stays stored but is ignored here. */
export const readDrafts = (kept: JsonObject): Drafts =>
  Object.fromEntries(
    Object.entries(kept).flatMap(([key, draft]) => {
      const { form, base } = asObject(draft) ?? {};
      // Only edits are kept.
      return isForm(key, form) && isBase(key, base) ? [[key, { form, base, isEdited: true }]] : [];
    }),
  );

const isForm = (key: string, form: unknown): boolean =>
  Object.entries(IS_FORM).some(([kind, is]) => key.startsWith(`${kind}/`) && is(form));

/** Checks the members of an item that a save reads. */
function isBase(key: string, base: unknown): boolean {
  const { id, updatedAt } = asObject(base) ?? {};
  return typeof id === "string" && key.endsWith(`/${id}`) && typeof updatedAt === "number";
}

type DraftsStore = {
  readonly drafts: Drafts;
  readonly set: <Entity extends Stored, Form>(part: Part<Entity, Form>, entity: Entity, form: Form) => void;
  readonly drop: (key: string) => void;
  /** Marks this form as saved; later typing continues from it. `key`: of the item that it was, new or not. */
  readonly settle: <Entity extends Stored, Form>(
    part: Part<Entity, Form>,
    key: string,
    saved: Entity,
    form: Form,
  ) => void;
  readonly dropAll: () => void;
  /** Called when the server refuses a change: the user lost their rights after the page was opened. */
  readonly onRefused: () => void;
};

const DraftsContext = createContext<DraftsStore | null>(null);

const NONE: Drafts = {};
const KIND = {
  none: NONE,
  read: readDrafts,
  unsavedOf: (drafts: Drafts) => Object.fromEntries(Object.entries(drafts).filter(([, { isEdited }]) => isEdited)),
};

function without(drafts: Drafts, key: string): Drafts {
  const { [key]: _, ...rest } = drafts;
  return rest;
}

type DraftsProviderProps = { datasetId: string; mayEdit: boolean; onRefused: () => void; children: ReactNode };

export function DraftsProvider({ datasetId, mayEdit, onRefused, children }: DraftsProviderProps) {
  const [drafts, change] = useKeptForms(datasetId, KIND, mayEdit);
  const store = useMemo(
    (): DraftsStore => ({
      drafts,
      set: (part, entity, form) =>
        change((before) => {
          const key = draftKey(part.kind, entity.id);
          const isEdited = part.isEdited(entity, form);
          return { ...before, [key]: { form, base: before[key]?.base ?? entity, isEdited } };
        }),
      drop: (key) => change((before) => without(before, key)),
      settle: (part, key, saved, form) =>
        change((before) => {
          // The key of a kind holds only forms of that kind.
          const now = before[key]?.form as typeof form | undefined;
          const rest = without(before, key);
          return now === form || now === undefined
            ? rest
            : {
                ...rest,
                [draftKey(part.kind, saved.id)]: { form: now, base: saved, isEdited: part.isEdited(saved, now) },
              };
        }),
      dropAll: () => change(() => NONE),
      onRefused,
    }),
    [drafts, change, onRefused],
  );
  return <DraftsContext value={store}>{children}</DraftsContext>;
}

export function useDrafts(): DraftsStore {
  const store = useContext(DraftsContext);
  if (store === null) throw new Error("The drafts of settings live inside DraftsProvider.");
  return store;
}

export const draftKey = (kind: PartKind, id: string): string => `${kind}/${id}`;

/** The current form of an item, and if it is unsaved (FSE-04). */
export function draftOf<Entity extends Stored, Form>(
  { drafts }: Pick<DraftsStore, "drafts">,
  part: Part<Entity, Form>,
  entity: Entity,
): { readonly form: Form; readonly edited: boolean; readonly base: Entity } {
  // The key of a kind holds only items and forms of that kind.
  const draft = drafts[draftKey(part.kind, entity.id)] as { form: Form; base: Entity } | undefined;
  if (draft === undefined) return { form: part.formOf(entity), edited: false, base: entity };
  return { ...draft, edited: part.isEdited(entity, draft.form) };
}

/** The props of an item's `SaveRow`. */
export type Saving = Pick<
  ComponentProps<typeof SaveRow>,
  "edited" | "valid" | "state" | "onRestore" | "onUpdate" | "onReload"
>;

/** One editable item of the settings, saved separately (FSE-04, FSE-05, FSE-07, FSE-15). */
export function useItem<Entity extends Stored, Form extends object>(part: Part<Entity, Form>, entity: Entity) {
  const client = useQueryClient();
  const store = useDrafts();
  const [state, setState] = useSaveState();

  const key = draftKey(part.kind, entity.id);
  const { form, edited, base } = draftOf(store, part, entity);
  const valid = part.isValid(form, entity);

  const save = async () => {
    const now = await part.reread(entity);
    if (now === undefined || !part.isSame(base, now)) return setState("meanwhile");
    const saved = await part.save(now, form);
    part.keep(client, saved);
    store.settle(part, key, saved, form);
    setState("saved");
    announce(t("datasetSettings.form.saved"));
  };
  const onUpdate = () => {
    if (!edited || state === "saving") return;
    // Guidelines are never invalid.
    if (!valid && part.kind !== "guidelines")
      return void notify({ message: t(`datasetSettings.refused.${part.kind}`), type: "error" });
    setState("saving");
    save().catch((error: unknown) => {
      setState("resting");
      const failure = failureOf(error);
      // The client has already shown a failed request.
      if (failure === null) throw error;
      if (failure.status === 403) store.onRefused();
    });
  };
  /** Replaces the user's edits with another user's saved version; the edits can be restored. */
  const onReload = () => {
    part.reread(entity).then(
      (now) => {
        if (now !== undefined) part.keep(client, now);
        store.drop(key);
        setState("resting");
        // After the other version was shown, the user can save their own edits over it.
        notify({
          message: t("datasetSettings.form.reloaded"),
          type: "info",
          permanent: true,
          actions: [{ label: t("datasetSettings.form.bringBack"), run: () => store.set(part, now ?? entity, form) }],
        });
      },
      // The client has shown the failure; the notice stays, so that the user can try again.
      (error: unknown) => {
        if (failureOf(error) === null) throw error;
      },
    );
  };
  const edit = (change: Partial<Form>) => {
    const next = { ...form, ...change };
    // If the form equals the saved item again, no draft is kept.
    if (!isNew(entity) && sameJson(next, part.formOf(entity))) store.drop(key);
    else store.set(part, entity, next);
  };
  /** Restores the saved values (FSE-05). */
  const onRestore = () => store.drop(key);
  const saving: Saving = { edited, valid, state, onRestore, onUpdate, onReload };
  return { form, edit, saving };
}

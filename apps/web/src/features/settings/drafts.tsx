import { asObject, type JsonObject } from "@postil/domain/json-object";
import { isFieldForm, isMetadataForm, isQuestionForm, isVectorForm } from "@postil/domain/settings/kept-form";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { useKeptForms } from "../../ui/settings/use-kept-forms.ts";
import type { Part, PartKind, Stored } from "./parts.ts";

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
  guidelines: (kept) => typeof asObject(kept)?.text === "string",
  field: isFieldForm,
  question: isQuestionForm,
  metadata: isMetadataForm,
  vector: isVectorForm,
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
  /** Marks this form as saved; later typing continues from it. */
  readonly settle: <Entity extends Stored, Form>(part: Part<Entity, Form>, saved: Entity, form: Form) => void;
  readonly dropAll: () => void;
  /** Called when the server refuses a change: the user lost their rights after the page was opened. */
  readonly onRefused: () => void;
};

const DraftsContext = createContext<DraftsStore | null>(null);

const NONE: Drafts = {};
const unsavedOf = (drafts: Drafts) => Object.fromEntries(Object.entries(drafts).filter(([, { isEdited }]) => isEdited));
const KIND = { none: NONE, read: readDrafts, unsavedOf };

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
      settle: (part, saved, form) =>
        change((before) => {
          const key = draftKey(part.kind, saved.id);
          // The key of a kind holds only forms of that kind.
          const now = before[key]?.form as typeof form | undefined;
          return now === form || now === undefined
            ? without(before, key)
            : { ...before, [key]: { form: now, base: saved, isEdited: part.isEdited(saved, now) } };
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

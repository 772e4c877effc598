import { createContext, type ReactNode, useContext, useMemo } from "react";
import { useKeptForms } from "../../ui/settings/use-kept-forms.ts";
import type { Part, PartKind, Stored } from "./parts.ts";
import { type Drafts, readDrafts } from "./read-drafts.ts";

type DraftsStore = {
  readonly drafts: Drafts;
  readonly set: <Entity extends Stored, Form>(part: Part<Entity, Form>, entity: Entity, form: Form) => void;
  readonly drop: (key: string) => void;
  /** This form is saved; what was typed since goes on from there. */
  readonly settle: <Entity extends Stored, Form>(part: Part<Entity, Form>, saved: Entity, form: Form) => void;
  readonly dropAll: () => void;
  /** The server has refused a change to this user: their rights have changed while the page stood. */
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
          // Under the key of a kind stand forms of that kind only.
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

/** The form of an item as it stands, and whether that is not saved (FSE-04). */
export function draftOf<Entity extends Stored, Form>(
  { drafts }: Pick<DraftsStore, "drafts">,
  part: Part<Entity, Form>,
  entity: Entity,
): { readonly form: Form; readonly edited: boolean; readonly base: Entity } {
  // Under the key of a kind stand items and forms of that kind only.
  const draft = drafts[draftKey(part.kind, entity.id)] as { form: Form; base: Entity } | undefined;
  if (draft === undefined) return { form: part.formOf(entity), edited: false, base: entity };
  return { ...draft, edited: part.isEdited(entity, draft.form) };
}

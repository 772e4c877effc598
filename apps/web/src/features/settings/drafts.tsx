import { createContext, type ReactNode, useContext, useMemo } from "react";
import { useKeptForms } from "../../ui/settings/use-kept-forms.ts";
import type { Part, PartKind } from "./parts.ts";

type Draft = {
  readonly form: unknown;
  /** the item that somebody began to change */
  readonly base: unknown;
};

/** What was typed and not saved, by kind and id of the item. It outlives a change of the tab. */
type Drafts = { readonly [key: string]: Draft };

type DraftsStore = {
  readonly drafts: Drafts;
  readonly set: (key: string, form: unknown, entity: unknown) => void;
  readonly drop: (key: string) => void;
  /** This form is saved; what was typed since goes on from there. */
  readonly settle: (key: string, form: unknown, saved: unknown) => void;
  readonly dropAll: () => void;
  /** The server has refused a change to this user: their rights have changed while the page stood. */
  readonly onRefused: () => void;
};

const DraftsContext = createContext<DraftsStore | null>(null);

const NONE: Drafts = {};
const isNothing = (drafts: Drafts) => Object.keys(drafts).length === 0;

function without(drafts: Drafts, key: string): Drafts {
  const { [key]: _, ...rest } = drafts;
  return rest;
}

type DraftsProviderProps = { datasetId: string; mayEdit: boolean; onRefused: () => void; children: ReactNode };

export function DraftsProvider({ datasetId, mayEdit, onRefused, children }: DraftsProviderProps) {
  const [drafts, change] = useKeptForms(datasetId, NONE, isNothing, mayEdit);
  const store = useMemo(
    (): DraftsStore => ({
      drafts,
      set: (key, form, entity) =>
        change((before) => ({ ...before, [key]: { form, base: before[key]?.base ?? entity } })),
      drop: (key) => change((before) => without(before, key)),
      settle: (key, form, saved) =>
        change((before) => {
          const now = before[key]?.form;
          return now === form || now === undefined
            ? without(before, key)
            : { ...before, [key]: { form: now, base: saved } };
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
export function draftOf<Entity extends { readonly id: string; readonly updatedAt: number }, Form>(
  { drafts }: Pick<DraftsStore, "drafts">,
  part: Part<Entity, Form>,
  entity: Entity,
): { readonly form: Form; readonly edited: boolean; readonly base: Entity } {
  // Under the key of a kind stand items and forms of that kind only.
  const draft = drafts[draftKey(part.kind, entity.id)] as { form: Form; base: Entity } | undefined;
  if (draft === undefined) return { form: part.formOf(entity), edited: false, base: entity };
  return { ...draft, edited: part.isEdited(entity, draft.form) };
}

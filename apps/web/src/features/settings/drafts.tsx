import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import type { Part, PartKind } from "./parts.ts";

/** What was typed and not saved, by kind and id of the item. It outlives a change of the tab, not the page. */
type Drafts = { readonly [key: string]: unknown };

type DraftsStore = {
  readonly drafts: Drafts;
  readonly set: (key: string, form: unknown) => void;
  /** Forgets the draft, unless it has been edited further since. */
  readonly drop: (key: string, form?: unknown) => void;
  /** The server has refused a change to this user: their rights have changed while the page stood. */
  readonly onRefused: () => void;
};

const DraftsContext = createContext<DraftsStore | null>(null);

export function DraftsProvider({ onRefused, children }: { onRefused: () => void; children: ReactNode }) {
  const [drafts, setDrafts] = useState<Drafts>({});
  const store = useMemo(
    (): DraftsStore => ({
      drafts,
      set: (key, form) => setDrafts((before) => ({ ...before, [key]: form })),
      drop: (key, form) =>
        setDrafts((before) => {
          if (form !== undefined && before[key] !== form) return before;
          const { [key]: _, ...rest } = before;
          return rest;
        }),
      onRefused,
    }),
    [drafts, onRefused],
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
): { readonly form: Form; readonly edited: boolean } {
  // Under the key of a kind stand forms of that kind only.
  const draft = drafts[draftKey(part.kind, entity.id)] as Form | undefined;
  if (draft === undefined) return { form: part.formOf(entity), edited: false };
  return { form: draft, edited: part.isEdited(entity, draft) };
}

import { t } from "i18next";
import { useState } from "react";
import { notify } from "../../lib/toasts/store.ts";
import { useViewWrites } from "./use-view-writes.ts";
import { isNameTaken, whyNotNamed } from "./view-name.ts";

type Refused = { readonly why: string /** by another view of the user's */; readonly taken: boolean };

type KeepView = {
  /** Keeps what is shown under the name; asked again for one that is taken it lets that view show it. */
  readonly keep: (name: string) => Promise<void>;
  /** Why it is not kept. */
  readonly refused: Refused | null;
  readonly forget: () => void;
  readonly saving: boolean;
};

/** `onKept` gets what is to be said, and the way back where another view was replaced. */
export function useKeepView(
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

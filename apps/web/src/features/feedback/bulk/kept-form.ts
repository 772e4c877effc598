import { type KeptBulk, keepBulk, keptBulk } from "../../../lib/kept-work/kept-bulk.ts";
import { onKeptForDatasets } from "../../../lib/kept-work/kept-for-datasets.ts";
import { getSession } from "../../../lib/session/store.ts";

export type KeptForm = ReturnType<typeof createKeptForm>;

/**
 * The form of a bulk view as this device keeps it, by user and dataset: from its first answer on until it is written, discarded
 * or cleared (design/bulk.md). Of two tabs that fill one the later change is kept, and neither removes what the other one says.
 */
export function createKeptForm(userId: string, datasetId: string) {
  const stored = () => keptBulk(userId, datasetId);
  const earlier = stored();
  /** What this view says. */
  let own = earlier;
  const isKept = () => own !== null && contentOf(stored()) === contentOf(own);
  return {
    /** As it was when the view was opened; null: there was none. */
    earlier,
    /** Whether what this view says would be there again. */
    isKept,
    onChange: onKeptForDatasets,
    keep(form: KeptBulk | null): void {
      const wasKept = isKept();
      own = form;
      if (form !== null || wasKept) keepBulk(userId, datasetId, form);
    },
    /** Calls back when what this view says was written or let go of elsewhere. Returns the way to stop. */
    onGone(listener: () => void): () => void {
      let wasKept = isKept();
      return onKeptForDatasets(() => {
        const before = wasKept;
        wasKept = isKept();
        if (own === null || stored() !== null) return;
        if (before) listener();
        // Another tab had kept its own in place of it, and needs it no more.
        else if (isTheirs(userId)) keepBulk(userId, datasetId, own);
      });
    },
  };
}

const contentOf = (form: KeptBulk | null): string =>
  JSON.stringify(form && [form.answers, form.chosen, form.allMatches, form.page]);

/** Nothing comes back of what somebody had this device forget as they signed out. */
function isTheirs(userId: string): boolean {
  const session = getSession();
  return session.status === "signed-in" && session.user.id === userId;
}

import { sameJson } from "@postil/domain/same-json";
import { useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { failureOf } from "../../lib/api/failure.ts";
import { notify } from "../../lib/toasts/store.ts";
import { announce } from "../../ui/live-region.tsx";
import { type SaveState, useSaveState } from "../../ui/settings/use-save-state.ts";
import { draftKey, draftOf, useDrafts } from "./drafts.tsx";
import type { Part, Stored } from "./parts.ts";

export type Item<Form> = {
  readonly form: Form;
  readonly edited: boolean;
  readonly valid: boolean;
  readonly state: SaveState;
  readonly edit: (change: Partial<Form>) => void;
  /** Brings the originals back (FSE-05). */
  readonly restore: () => void;
  readonly update: () => void;
  /** Shows what somebody else has saved in place of one's own edits, which can be brought back. */
  readonly reload: () => void;
};

/** One editable item of the settings, with its own saving (FSE-04, FSE-05, FSE-07, FSE-15). */
export function useItem<Entity extends Stored, Form extends object>(
  part: Part<Entity, Form>,
  entity: Entity,
): Item<Form> {
  const client = useQueryClient();
  const store = useDrafts();
  const [state, setState] = useSaveState();

  const key = draftKey(part.kind, entity.id);
  const { form, edited, base } = draftOf(store, part, entity);
  const valid = part.isValid(form);

  const save = async () => {
    const now = await part.reread(entity);
    if (now === undefined || !part.isSame(base, now)) return setState("meanwhile");
    const saved = await part.save(now, form);
    part.keep(client, saved);
    store.settle(part, saved, form);
    setState("saved");
    announce(t("datasetSettings.form.saved"));
  };
  const update = () => {
    if (!edited || state === "saving") return;
    // Guidelines are never invalid.
    if (!valid && part.kind !== "guidelines")
      return void notify({ message: t(`datasetSettings.refused.${part.kind}`), type: "error" });
    setState("saving");
    save().catch((error: unknown) => {
      setState("resting");
      const failure = failureOf(error);
      // The client has shown a failed request.
      if (failure === null) throw error;
      if (failure.status === 403) store.onRefused();
    });
  };
  const reload = () => {
    part.reread(entity).then(
      (now) => {
        if (now !== undefined) part.keep(client, now);
        store.drop(key);
        setState("resting");
        // Once theirs is in sight, one's own can be saved over it.
        notify({
          message: t("datasetSettings.form.reloaded"),
          type: "info",
          permanent: true,
          actions: [{ label: t("datasetSettings.form.bringBack"), run: () => store.set(part, now ?? entity, form) }],
        });
      },
      // Shown by the client; the notice stays, to try again.
      (error: unknown) => {
        if (failureOf(error) === null) throw error;
      },
    );
  };
  return {
    form,
    edited,
    valid,
    state,
    edit: (change) => {
      const next = { ...form, ...change };
      // Typed back to what is saved, there is nothing to keep.
      if (sameJson(next, part.formOf(entity))) store.drop(key);
      else store.set(part, entity, next);
    },
    restore: () => store.drop(key),
    update,
    reload,
  };
}

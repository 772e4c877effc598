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
  /** Restores the saved values (FSE-05). */
  readonly restore: () => void;
  readonly update: () => void;
  /** Replaces the user's edits with another user's saved version; the edits can be restored. */
  readonly reload: () => void;
};

/** One editable item of the settings, saved separately (FSE-04, FSE-05, FSE-07, FSE-15). */
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
      // The client has already shown a failed request.
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
  return {
    form,
    edited,
    valid,
    state,
    edit: (change) => {
      const next = { ...form, ...change };
      // If the form equals the saved item again, no draft is kept.
      if (sameJson(next, part.formOf(entity))) store.drop(key);
      else store.set(part, entity, next);
    },
    restore: () => store.drop(key),
    update,
    reload,
  };
}

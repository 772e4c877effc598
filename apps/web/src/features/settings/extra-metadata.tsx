import { datasetFromWire } from "@postil/contract/mapping/datasets";
import type { Dataset } from "@postil/domain/datasets/dataset";
import { useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { api } from "../../lib/api/api.ts";
import { failureOf } from "../../lib/api/failure.ts";
import { notify } from "../../lib/toasts/store.ts";
import { Switch } from "../../ui/switch.tsx";
import { useDrafts } from "./drafts.tsx";
import { GUIDELINES } from "./parts.ts";

/** Whether records may carry metadata outside the list; saved at once, with a way back (FSE-03, FSE-22). */
export function ExtraMetadata({ dataset }: { dataset: Dataset }) {
  const client = useQueryClient();
  const { onRefused } = useDrafts();

  const save = async (allowed: boolean) => {
    // The guidelines go along as they are on the server by now (FSE-22), not as they were when this page opened.
    const now = (await GUIDELINES.reread(dataset)) ?? dataset;
    const body = { allow_extra_metadata: allowed, guidelines: now.guidelines };
    const reply = await api.call("updateDataset", { params: { dataset_id: dataset.id }, body });
    GUIDELINES.keep(client, datasetFromWire(reply));
  };
  const change = (allowed: boolean, undoable: boolean) => {
    const done = () => {
      if (!undoable) return;
      notify({
        message: t(allowed ? "datasetSettings.metadata.extraOn" : "datasetSettings.metadata.extraOff"),
        actions: [{ label: t("common.undo"), run: () => change(!allowed, false) }],
      });
    };
    save(allowed).then(done, (error: unknown) => {
      const failure = failureOf(error);
      // A failed request has been shown by the client; the switch stands where the server has it.
      if (failure === null) throw error;
      if (failure.status === 403) onRefused();
    });
  };
  return (
    <div className="mt-6">
      <Switch
        label={t("datasetSettings.metadata.extra")}
        help={t("datasetSettings.metadata.extraHelp")}
        checked={dataset.allowExtraMetadata}
        onChange={(allowed) => change(allowed, true)}
      />
    </div>
  );
}

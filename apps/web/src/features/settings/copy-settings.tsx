import { datasetFromWire } from "@postil/contract/datasets/mapping";
import {
  fieldToWire,
  metadataPropertyToWire,
  questionToWire,
  vectorSettingsToWire,
} from "@postil/contract/feedback/parts-mapping";
import type { Dataset } from "@postil/domain/datasets/dataset";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { useState } from "react";
import "../../lib/api/manager-routes.ts";
import "../../lib/i18n/en/drafts.ts";
import { api } from "../../lib/api/api.ts";
import { datasetKey, workspacesQuery } from "../../lib/api/queries/dataset.ts";
import {
  readFields,
  readMetadataProperties,
  readQuestions,
  readVectorSettings,
} from "../../lib/api/queries/dataset-parts.ts";
import { myDatasetsQuery } from "../../lib/api/queries/datasets.ts";
import { Button } from "../../ui/button.tsx";
import { InlineError } from "../../ui/no-content.tsx";
import { Pick } from "../../ui/pick.tsx";
import { announce } from "../../ui/screen-reader.tsx";
import { useNotAdded } from "../../ui/settings/unsaved.ts";
import { reasonOf } from "./parts.ts";

const QUIET = { quiet: true } as const;
const nameOf = ({ name }: { readonly name: string }) => name;

/** One call for each part that the draft lacks; fields first, because questions ask about their spans. */
async function stepsOf(from: string, into: string) {
  const params = { dataset_id: into };
  const lacking = async <Part extends { readonly name: string }>(read: (id: string) => Promise<readonly Part[]>) => {
    const there = new Set((await read(into)).map(nameOf));
    return (await read(from)).filter(({ name }) => !there.has(name));
  };
  const [source, target] = await Promise.all(
    [from, into].map(async (id) =>
      datasetFromWire(await api.call("getDataset", { params: { dataset_id: id } }, QUIET)),
    ),
  );
  const guidelines = target?.guidelines ?? source?.guidelines ?? null;
  const allowed = source?.allowExtraMetadata ?? true;
  const isSame = guidelines === target?.guidelines && allowed === target.allowExtraMetadata;
  const body = { guidelines, allow_extra_metadata: allowed };
  const whole = { name: t("words.guidelines"), run: () => api.call("updateDataset", { params, body }) };
  const fields = (await lacking(readFields)).map((field) => {
    const { name, title, description, required, settings } = fieldToWire(field);
    const body = { name, title, description, required, settings };
    return { name, run: () => api.call("createField", { params, body }, QUIET) };
  });
  const questions = (await lacking(readQuestions)).map((question) => {
    const { name, title, description, required, settings } = questionToWire(question);
    const body = { name, title, description, required, settings };
    return { name, run: () => api.call("createQuestion", { params, body }, QUIET) };
  });
  const properties = (await lacking(readMetadataProperties)).map((property) => {
    const { name, title, settings, visible_for_annotators } = metadataPropertyToWire(property);
    const body = { name, title, settings, visible_for_annotators };
    return { name, run: () => api.call("createMetadataProperty", { params, body }, QUIET) };
  });
  const vectors = (await lacking(readVectorSettings)).map((vector) => {
    const { name, title, dimensions } = vectorSettingsToWire(vector);
    return { name, run: () => api.call("createVectorSettings", { params, body: { name, title, dimensions } }, QUIET) };
  });
  return [...(isSame ? [] : [whole]), ...fields, ...questions, ...properties, ...vectors];
}

type Copying =
  | { readonly is: "running" | "done"; readonly done: number; readonly count: number }
  | { readonly is: "stopped"; readonly message: string };

/** Copies the settings of a dataset into a draft, part by part. After a failure, the next start goes on (DSB-08). */
export function useCopySettings() {
  const client = useQueryClient();
  const [copying, setCopying] = useState<Copying | null>(null);
  /** Resolves with true if all is copied. */
  const copy = async (from: string, into: string): Promise<boolean> => {
    const place = { done: 0, count: 0, part: "" };
    try {
      setCopying({ is: "running", ...place });
      const steps = await stepsOf(from, into);
      place.count = steps.length;
      for (const { name, run } of steps) {
        place.part = name;
        setCopying({ is: "running", ...place });
        await run();
        place.done += 1;
      }
      setCopying({ is: "done", ...place });
      announce(t("drafts.copy.done", { count: place.count }));
      return true;
    } catch (error) {
      const { reason } = reasonOf(error);
      const message =
        place.count === 0 ? t("drafts.copy.failed", { reason }) : t("drafts.copy.stopped", { ...place, reason });
      setCopying({ is: "stopped", message });
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: datasetKey(into) });
    }
  };
  return { copying, copy };
}

/** How far the copying is, and what stopped it. */
export function CopyState({ copying }: { copying: Copying | null }) {
  if (copying === null) return null;
  if (copying.is === "stopped") return <InlineError message={copying.message} />;
  return (
    <p role="status" className="text-soft tabular-nums">
      {copying.is === "done" ? t("drafts.copy.done", { count: copying.count }) : t("drafts.copy.running", copying)}
    </p>
  );
}

type SourceProps = { value: string; onChoose: (id: string) => void; except?: string };

/** A feedback dataset whose settings are used; "": none. */
export function SettingsSource({ value, onChoose, except }: SourceProps) {
  const { data: datasets = [] } = useQuery(myDatasetsQuery());
  const { data: workspaces = [] } = useQuery(workspacesQuery());
  const names = new Map(workspaces.map(({ id, name }) => [id, name]));
  const choices = datasets
    .filter(({ id }) => id !== except)
    .map(({ id, name, workspaceId }) => ({ value: id, label: `${name} · ${names.get(workspaceId) ?? ""}` }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  return (
    <Pick
      label={t("drafts.copy.label")}
      value={value}
      choices={[{ value: "", label: t("drafts.copy.none") }, ...choices]}
      onChoose={onChoose}
      isNames
      className="w-full max-w-96"
    />
  );
}

/** In the settings of a draft: what it lacks comes from another dataset. */
export function CopyIntoDraft({ dataset }: { dataset: Dataset }) {
  const [from, setFrom] = useState("");
  const { copying, copy } = useCopySettings();
  const isRunning = copying?.is === "running";
  const start = async () => {
    if (await copy(from, dataset.id)) setFrom("");
  };
  useNotAdded(from, null, t("drafts.copy.notCopied"));
  return (
    <section aria-label={t("drafts.copy.title")} className="mt-6">
      <h2 className="font-strong text-lead">{t("drafts.copy.title")}</h2>
      <p className="mb-2 max-w-[560px] text-small text-soft">
        {t("drafts.copy.help")} {t("drafts.copy.stays")}
      </p>
      <div className="mb-2 flex flex-wrap gap-2">
        <SettingsSource value={from} onChoose={setFrom} except={dataset.id} />
        <Button disabled={from === "" || isRunning} onClick={() => void start()}>
          {t(copying?.is === "stopped" ? "forms.goOn" : "drafts.copy.start")}
        </Button>
      </div>
      <CopyState copying={copying} />
    </section>
  );
}

import { datasetFromWire } from "@postil/contract/datasets/mapping";
import { datasetNameOf } from "@postil/domain/datasets/made-names";
import { DATASET_NAME, datasetNameFault, GUIDELINES } from "@postil/domain/datasets/names";
import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { type FormEvent, type ReactNode, useId, useMemo, useRef, useState } from "react";
import "../../lib/api/manager-routes.ts";
import "../../lib/i18n/en/drafts.ts";
import { api } from "../../lib/api/api.ts";
import { datasetQuery, workspacesQuery } from "../../lib/api/queries/dataset.ts";
import { myDatasetsQuery } from "../../lib/api/queries/datasets.ts";
import { isolated } from "../../lib/i18n/isolate-names.ts";
import { Button } from "../../ui/button.tsx";
import { TextInput } from "../../ui/form-controls.tsx";
import { TopAndColumn } from "../../ui/layouts/columns.tsx";
import { usePageTitle } from "../../ui/layouts/frame.tsx";
import { InlineError } from "../../ui/no-content.tsx";
import { Pick } from "../../ui/pick.tsx";
import { LimitedText } from "../../ui/settings/form-rows.tsx";
import { useLeaveGuard } from "../../ui/settings/unsaved.ts";
import { Waiting } from "../../ui/settings/waiting.tsx";
import { CopyState, SettingsSource, useCopySettings } from "./copy-settings.tsx";
import { reasonOf } from "./parts.ts";

const guidelinesFault = (text: string) =>
  [...text.trim()].length > GUIDELINES.max ? ({ fault: "tooLong", max: GUIDELINES.max } as const) : null;

type NewDraftPageProps = { header: ReactNode /** opens the settings of the draft */; onMade: (id: string) => void };

/** A new feedback dataset without a file: once it has a name and a workspace, it is a draft on the server (DSB-01, DSB-02). */
export function NewDraftPage({ header, onMade }: NewDraftPageProps) {
  usePageTitle(t("words.newDatasetByHand"));
  const id = useId();
  const client = useQueryClient();
  const workspaces = useQuery(workspacesQuery());
  const datasets = useQuery(myDatasetsQuery());
  const [form, setForm] = useState({ name: "", workspaceId: "", guidelines: "", source: "" });
  const [tried, setTried] = useState(false);
  const [isGoing, setGoing] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  /** the draft, if it is made and its settings are not all copied */
  const [made, setMade] = useState<string | null>(null);
  const { copying, copy } = useCopySettings();
  const nameInput = useRef<HTMLInputElement>(null);

  const list = workspaces.data ?? [];
  const workspaceId = list.find((one) => one.id === form.workspaceId)?.id ?? list[0]?.id ?? null;
  const taken = useMemo(
    () => new Set((datasets.data ?? []).filter((one) => one.workspaceId === workspaceId).map(({ name }) => name)),
    [datasets.data, workspaceId],
  );
  const fault = datasetNameFault(form.name, taken);
  const isTold = fault !== null && (tried || (fault !== "empty" && form.name !== ""));
  const proposed = fault === "wrong" && made === null ? datasetNameOf(form.name) : null;
  const change = (next: Partial<typeof form>) => setForm({ ...form, ...next });
  const isTyped = form.name !== "" || form.guidelines !== "" || form.source !== "";
  useLeaveGuard(isTyped && made === null, { onStay: () => nameInput.current?.focus() });

  const make = async (): Promise<string | null> => {
    const body = {
      name: form.name.trim(),
      guidelines: form.guidelines.trim() || null,
      workspace_id: workspaceId ?? "",
    };
    try {
      const dataset = datasetFromWire(await api.call("createDataset", { body }, { quiet: true }));
      client.setQueryData(datasetQuery(dataset.id).queryKey, dataset);
      void client.invalidateQueries({ queryKey: ["datasets"] });
      return dataset.id;
    } catch (error) {
      setFailed(t("drafts.create.failed", { reason: reasonOf(error).reason }));
      return null;
    }
  };
  const submit = async () => {
    setGoing(true);
    setFailed(null);
    const draft = made ?? (await make());
    if (draft !== null) {
      setMade(draft);
      if (form.source === "" || (await copy(form.source, draft))) return onMade(draft);
    }
    setGoing(false);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isGoing || workspaceId === null) return;
    if (made === null && fault !== null) return nameInput.current?.focus();
    if (guidelinesFault(form.guidelines) === null) void submit();
  };
  return (
    <TopAndColumn
      header={header}
      top={<h1 className="flex min-h-14 items-center font-strong text-title">{t("words.newDatasetByHand")}</h1>}
    >
      <form noValidate onSubmit={onSubmit} className="grid max-w-[560px] gap-4">
        <p className="text-soft">{t("drafts.create.intro")}</p>
        <TextInput
          ref={nameInput}
          label={t("words.name")}
          value={form.name}
          onChange={(name) => change({ name })}
          error={isTold && made === null ? t(`drafts.create.fault.${fault}`, { max: DATASET_NAME.max }) : undefined}
          hint={
            proposed === null ? undefined : (
              <Button size="compact" onClick={() => change({ name: proposed })}>
                {t("drafts.create.use", { name: isolated(proposed) })}
              </Button>
            )
          }
          readOnly={made !== null}
          autoComplete="off"
          autoFocus
        />
        <div>
          <p className="mb-1">{t("forms.workspace")}</p>
          <WorkspaceOf query={workspaces} value={workspaceId} onChoose={(next) => change({ workspaceId: next })} />
        </div>
        <div>
          <p className="mb-1">{t("drafts.copy.label")}</p>
          <SettingsSource value={form.source} onChoose={(source) => change({ source })} />
          <p className="mt-1 text-small text-soft">{t("drafts.copy.help")}</p>
        </div>
        <div>
          <label htmlFor={id} className="mb-1 block">
            {t("words.guidelines")}
          </label>
          <LimitedText
            id={id}
            value={form.guidelines}
            onChange={(guidelines) => change({ guidelines })}
            faultOf={guidelinesFault}
            max={GUIDELINES.max}
            placeholder={t("drafts.create.guidelinesHelp")}
            lines
          />
        </div>
        {failed !== null && <InlineError message={failed} />}
        <CopyState copying={copying} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" disabled={isGoing || workspaceId === null}>
            {t(made !== null ? "forms.goOn" : isGoing ? "drafts.create.creating" : "drafts.create.submit")}
          </Button>
          {made !== null && !isGoing && <Button onClick={() => onMade(made)}>{t("drafts.copy.open")}</Button>}
        </div>
      </form>
    </TopAndColumn>
  );
}

type WorkspaceOfProps = {
  query: UseQueryResult<readonly { readonly id: string; readonly name: string }[]>;
  value: string | null;
  onChoose: (id: string) => void;
};

function WorkspaceOf({ query, value, onChoose }: WorkspaceOfProps) {
  const { data: list, isPending, error, refetch } = query;
  if (isPending) return <Waiting />;
  if (list === undefined) return <InlineError message={reasonOf(error).reason} onRetry={() => void refetch()} />;
  if (list.length === 0)
    return (
      <p role="alert" className="text-danger">
        {t("drafts.create.noWorkspace")}
      </p>
    );
  return (
    <Pick
      label={t("forms.workspace")}
      value={value ?? ""}
      choices={list.map(({ id, name }) => ({ value: id, label: name }))}
      onChoose={onChoose}
      isNames
      className="w-full max-w-96"
    />
  );
}

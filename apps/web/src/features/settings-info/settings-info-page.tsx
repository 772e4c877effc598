import type { Dataset } from "@postil/domain/entities";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { datasetQuery } from "../../lib/api/queries/dataset.ts";
import { workspaceQuery } from "../../lib/api/queries/workspaces.ts";
import { absoluteTime, toMilliseconds } from "../../lib/i18n/times.ts";
import { Bone, Bones } from "../../ui/bone.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { TopAndColumn } from "../../ui/layouts/top-and-column.tsx";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";

/** What everybody who may open a feedback dataset may read of its settings (ROL-08). */
export function SettingsInfoPage({ datasetId, header }: { datasetId: string; header: ReactNode }) {
  const { t } = useTranslation();
  const { data: dataset } = useQuery(datasetQuery(datasetId));
  const { data: workspace } = useQuery(workspaceQuery(dataset?.workspaceId));
  usePageTitle([dataset?.name, t("datasets.settings.crumb")].filter(Boolean).join(", "));
  return (
    <TopAndColumn
      header={header}
      top={
        <h1 className="flex h-14 items-center border-line border-b font-strong text-title">
          {t("datasets.settings.title")}
        </h1>
      }
    >
      {dataset === undefined ? <Waiting /> : <Info dataset={dataset} workspace={workspace?.name ?? null} />}
    </TopAndColumn>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <Bones label={t("common.loading")} className="py-6">
      <Bone width={240} />
    </Bones>
  );
}

function Info({ dataset, workspace }: { dataset: Dataset; workspace: string | null }) {
  const { t } = useTranslation();
  return (
    <div className="py-6">
      <dl className="grid gap-x-4 md:gap-y-2 md:grid-cols-[120px_minmax(0,1fr)]">
        <Fact name={t("datasets.settings.name")} copy={dataset.name} />
        {workspace !== null && <Fact name={t("datasets.settings.workspace")} copy={workspace} />}
        <Fact name={t("datasets.settings.id")} copy={dataset.id} mono />
        <Fact name={t("datasets.settings.status")}>{t(`datasets.status.${dataset.status}`)}</Fact>
        <Fact name={t("datasets.settings.created")}>{absoluteTime(toMilliseconds(dataset.insertedAt))}</Fact>
        <Fact name={t("datasets.settings.lastActivity")}>{absoluteTime(toMilliseconds(dataset.lastActivityAt))}</Fact>
      </dl>
      <h2 className="mt-8 mb-3 font-strong text-lead">{t("datasets.settings.guidelines")}</h2>
      {dataset.guidelines === null ? (
        <p className="text-soft">{t("datasets.settings.noGuidelines")}</p>
      ) : (
        <Markdown text={dataset.guidelines} className="max-w-(--record-measure)" />
      )}
    </div>
  );
}

type FactProps = { name: string; mono?: boolean } & (
  | { copy: string; children?: never }
  | { copy?: never; children: ReactNode }
);

function Fact({ name, copy, mono = false, children }: FactProps) {
  return (
    <>
      <dt className="text-soft leading-6">{name}</dt>
      <dd className={`flex min-h-6 min-w-0 items-center gap-1 max-md:mb-2 ${mono ? "font-mono text-small" : ""}`}>
        <span className="[overflow-wrap:anywhere]">{copy ?? children}</span>
        {copy !== undefined && <CopyButton text={copy} what={name} />}
      </dd>
    </>
  );
}

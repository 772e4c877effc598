import { datasetFromWire } from "@postil/contract/mapping/datasets";
import type { Dataset } from "@postil/domain/datasets/dataset";
import type { MetadataMetrics, MetadataProperty } from "@postil/domain/datasets/metadata-property";
import { inFull } from "@postil/domain/text/whole-numbers";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { api } from "../../lib/api/api.ts";
import { failureOf } from "../../lib/api/failure.ts";
import { metadataMetricsQuery } from "../../lib/api/queries/filter-options.ts";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { notify } from "../../lib/toasts/store.ts";
import { Switch } from "../../ui/switch.tsx";
import { useDrafts } from "./drafts.tsx";
import { TitleText } from "./form-fields.tsx";
import { Badge } from "./item-form.tsx";
import { GUIDELINES, METADATA } from "./parts.ts";
import { Cell, ItemRow, ItemTable } from "./table.tsx";
import { useItem } from "./use-item.ts";

type MetadataTabProps = { dataset: Dataset; properties: readonly MetadataProperty[] };

export function MetadataTab({ dataset, properties }: MetadataTabProps) {
  const heads = (["name", "type", "title", "values", "visible"] as const).map((key) =>
    t(`datasetSettings.metadata.${key}`),
  );
  return (
    <>
      {properties.length === 0 ? (
        <p className="text-soft">{t("datasetSettings.metadata.none")}</p>
      ) : (
        <ItemTable heads={heads}>
          {properties.map((property) => (
            <PropertyRow key={property.id} property={property} />
          ))}
        </ItemTable>
      )}
      <ExtraMetadata dataset={dataset} />
    </>
  );
}

function PropertyRow({ property }: { property: MetadataProperty }) {
  const item = useItem(METADATA, property);
  const { name, settings } = property;
  return (
    <ItemRow name={name} item={item}>
      <Cell>
        <Badge>{t(`datasetSettings.type.${settings.type}`)}</Badge>
      </Cell>
      <Cell>
        <TitleText name={name} title={item.form.title} onChange={(title) => item.edit({ title })} />
      </Cell>
      <Cell>
        <Values property={property} />
      </Cell>
      <Cell>
        <div className="flex gap-3 pt-1.5 leading-5">
          <Switch
            label={t("datasetSettings.metadata.visibleOf", { name })}
            hideLabel
            checked={item.form.visibleForAnnotators}
            onChange={(visibleForAnnotators) => item.edit({ visibleForAnnotators })}
          />
          <span aria-hidden="true" className="md:hidden">
            {t("datasetSettings.metadata.visible")}
          </span>
        </div>
      </Cell>
    </ItemRow>
  );
}

/** The values of the property in the records; nothing while they are unknown. */
function Values({ property }: { property: MetadataProperty }) {
  const { data } = useQuery(metadataMetricsQuery(property.datasetId, property.id));
  if (data === undefined) return null;
  const none = t("datasetSettings.metadata.noValues");
  return <span className="whitespace-nowrap text-soft tabular-nums">{summary(data) ?? none}</span>;

  function summary(metrics: MetadataMetrics): string | null {
    if (metrics.type === "terms") {
      const count = metrics.values.length;
      return count === 0 ? null : t("datasetSettings.metadata.terms", { count });
    }
    const { min, max } = metrics;
    if (min === null || max === null) return null;
    return t("datasetSettings.metadata.range", { min: figure.format(inFull(min)), max: figure.format(inFull(max)) });
  }
}

const figure = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 5 });

/** Allows or forbids metadata outside the list; saved at once, with undo (FSE-03, FSE-22). */
function ExtraMetadata({ dataset }: { dataset: Dataset }) {
  const client = useQueryClient();
  const { onRefused } = useDrafts();

  const save = async (allowed: boolean) => {
    // The guidelines are sent as they are on the server now (FSE-22), not as they were when this page opened.
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
      // The client has already shown a failed request; the switch shows the server's state.
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

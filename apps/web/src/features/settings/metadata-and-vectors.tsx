import { datasetFromWire } from "@postil/contract/datasets/mapping";
import type { Dataset } from "@postil/domain/datasets/dataset";
import {
  type MetadataMetrics,
  type MetadataProperty,
  MOST_VECTORS,
  type VectorSettings,
} from "@postil/domain/datasets/metadata-property";
import { LONGEST, titleFault } from "@postil/domain/settings/settings-form";
import { inFull } from "@postil/domain/text/whole-numbers";
import { type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { Plus, Trash2 } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { api } from "../../lib/api/api.ts";
import { failureOf } from "../../lib/api/failure.ts";
import { metadataPropertiesQuery, vectorSettingsQuery } from "../../lib/api/queries/dataset-parts.ts";
import { metadataMetricsQuery } from "../../lib/api/queries/records.ts";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { notify } from "../../lib/toasts/store.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Switch } from "../../ui/form-controls.tsx";
import { Badge, LimitedText } from "../../ui/settings/form-rows.tsx";
import { isSaveKey, SaveRow } from "../../ui/settings/save-row.tsx";
import { draftKey, useDrafts, useItem } from "./drafts.tsx";
import { NewProperty, NewVector, RemoveDialog } from "./part-dialogs.tsx";
import { GUIDELINES, METADATA, type Part, type Stored, VECTOR } from "./parts.ts";

export function MetadataTab({ dataset, properties }: { dataset: Dataset; properties: readonly MetadataProperty[] }) {
  return (
    <>
      {properties.length === 0 ? (
        <p className="text-soft">{t("datasetSettings.metadata.none")}</p>
      ) : (
        <ItemTable
          part={METADATA}
          items={properties}
          removal={{
            text: t("drafts.property.removeText"),
            remove: ({ id }) => api.call("deleteMetadataProperty", { params: { metadata_property_id: id } }),
            list: metadataPropertiesQuery(dataset.id).queryKey,
          }}
          name={t("words.name")}
          columns={[
            {
              head: t("forms.type"),
              draw: ({ settings }) => <Badge>{t(`datasetSettings.type.${settings.type}`)}</Badge>,
            },
            titleColumn(t("forms.title")),
            { head: t("forms.values"), draw: (property) => <Values property={property} /> },
            {
              head: t("datasetSettings.metadata.visible"),
              draw: ({ name }, form, edit) => (
                <div className="flex gap-3 pt-1.5 leading-5">
                  <Switch
                    label={t("datasetSettings.metadata.visibleOf", { name })}
                    hideLabel
                    checked={form.visibleForAnnotators}
                    onChange={(visibleForAnnotators) => edit({ visibleForAnnotators })}
                  />
                  <span aria-hidden="true" className="md:hidden">
                    {t("datasetSettings.metadata.visible")}
                  </span>
                </div>
              ),
            },
          ]}
        />
      )}
      <AddPart
        label={t("drafts.property.add")}
        dialog={(onClose) => <NewProperty datasetId={dataset.id} onClose={onClose} />}
      />
      <ExtraMetadata dataset={dataset} />
    </>
  );
}

export function VectorsTab({ datasetId, vectors }: { datasetId: string; vectors: readonly VectorSettings[] }) {
  const isFull = vectors.length >= MOST_VECTORS;
  return (
    <>
      {vectors.length === 0 ? (
        <p className="text-soft">{t("drafts.vector.none")}</p>
      ) : (
        <ItemTable
          part={VECTOR}
          items={vectors}
          removal={{
            text: t("drafts.vector.removeText"),
            remove: ({ id }) => api.call("deleteVectorSettings", { params: { vector_settings_id: id } }),
            list: vectorSettingsQuery(datasetId).queryKey,
          }}
          name={t("words.name")}
          columns={[
            {
              head: t("forms.dimensions"),
              draw: ({ dimensions }) => <span className="text-soft tabular-nums">{dimensions}</span>,
            },
            titleColumn(t("forms.title")),
          ]}
        />
      )}
      {isFull ? (
        <p className="mt-3 text-soft">{t("drafts.vector.full", { max: MOST_VECTORS })}</p>
      ) : (
        <AddPart
          label={t("drafts.vector.add")}
          dialog={(onClose) => <NewVector datasetId={datasetId} onClose={onClose} />}
        />
      )}
    </>
  );
}

type AddPartProps = { label: string; dialog: (onClose: () => void) => ReactNode };

function AddPart({ label, dialog }: AddPartProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" icon={Plus} onClick={() => setOpen(true)} className="mt-2 -ml-2">
        {label}
      </Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}

/** The values of the property in the records; nothing while they are unknown. */
function Values({ property }: { property: MetadataProperty }) {
  const { data } = useQuery(metadataMetricsQuery(property.datasetId, property.id));
  if (data === undefined) return null;
  const none = t("words.noValues");
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
        actions: [{ label: t("words.undo"), run: () => change(!allowed, false) }],
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

type ItemColumn<Entity, Form> = {
  readonly head: string;
  readonly draw: (entity: Entity, form: Form, edit: (change: Partial<Form>) => void) => ReactNode;
};

/** The column head is the label of the titles. */
const titleColumn = (head: string): ItemColumn<{ readonly name: string }, { readonly title: string }> => ({
  head,
  draw: ({ name }, { title }, edit) => (
    <LimitedText
      label={t("datasetSettings.form.titleOf", { name })}
      value={title}
      onChange={(next) => edit({ title: next })}
      faultOf={titleFault}
      max={LONGEST.title}
      placeholder={name}
      className="min-w-52"
    />
  ),
});

type ItemRowsProps<Entity extends Stored, Form> = {
  part: Part<Entity, Form>;
  removal: {
    /** what goes with it */
    readonly text: string;
    readonly remove: (entity: NoInfer<Entity>) => Promise<unknown>;
    readonly list: QueryKey;
  };
  columns: readonly NoInfer<ItemColumn<Entity, Form>>[];
};

/** Items as table rows; on a phone each row is a block. The last column is for Cancel and Update. */
function ItemTable<Entity extends Stored & { readonly name: string }, Form extends object>({
  items,
  name,
  ...row
}: ItemRowsProps<Entity, Form> & { items: readonly Entity[]; name: string }) {
  return (
    <table className="w-full max-w-[1280px] text-left max-md:block">
      <thead className="max-md:sr-only">
        <tr className="h-9 border-line border-b text-small text-soft">
          {[name, ...row.columns.map(({ head }) => head)].map((head) => (
            <th key={head} scope="col" className="pr-3 font-body">
              {head}
            </th>
          ))}
          <td className="w-60" />
        </tr>
      </thead>
      <tbody className="max-md:block">
        {items.map((item) => (
          <ItemRow key={item.id} {...row} entity={item} />
        ))}
      </tbody>
    </table>
  );
}

/** Enter in the title, and Ctrl or Cmd and S anywhere in the row, mean Update. */
function ItemRow<Entity extends Stored & { readonly name: string }, Form extends object>({
  part,
  columns,
  removal,
  entity,
}: ItemRowsProps<Entity, Form> & { entity: Entity }) {
  const { form, edit, saving } = useItem(part, entity);
  const [isRemoving, setRemoving] = useState(false);
  const onKeyDown = (event: KeyboardEvent) => {
    const inText = event.target instanceof HTMLInputElement && event.target.type !== "checkbox";
    if (!isSaveKey(event) && !(event.key === "Enter" && inText)) return;
    event.preventDefault();
    saving.onUpdate();
  };
  return (
    <tr onKeyDown={onKeyDown} className="border-line border-b align-top max-md:block max-md:py-3">
      <th scope="row" className="py-2 pr-3 font-strong leading-8 [overflow-wrap:anywhere] max-md:block max-md:py-0">
        {entity.name}
      </th>
      {columns.map(({ head, draw }) => (
        <td key={head} className="py-2 pr-3 leading-8 max-md:block max-md:py-1">
          {draw(entity, form, edit)}
        </td>
      ))}
      <td className="py-2 max-md:block max-md:py-0">
        <div className="flex items-start justify-end gap-2">
          {(saving.edited || saving.state !== "resting") && <SaveRow name={entity.name} {...saving} alone />}
          <IconButton
            icon={Trash2}
            translate="no"
            label={t("drafts.part.removeOf", { name: entity.name })}
            onClick={() => setRemoving(true)}
          />
        </div>
        {isRemoving && (
          <RemoveDialog
            {...removal}
            name={entity.name}
            remove={() => removal.remove(entity)}
            draft={draftKey(part.kind, entity.id)}
            onClose={() => setRemoving(false)}
          />
        )}
      </td>
    </tr>
  );
}

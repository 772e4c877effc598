import type { Field } from "@postil/domain/datasets/field";
import { fieldWith, LONGEST, titleFault } from "@postil/domain/settings/settings-form";
import { t } from "i18next";
import { useId, useState } from "react";
import { TwoColumns } from "../../ui/layouts/top-and-two-columns.tsx";
import { Switch } from "../../ui/switch.tsx";
import { draftOf, useDrafts } from "./drafts.tsx";
import { FormGrid, FormRow, LimitedText } from "./form-fields.tsx";
import { ItemForm, ItemSection } from "./item-form.tsx";
import { FIELD } from "./parts.ts";
import { type Preview, PreviewColumn, useSample } from "./preview.tsx";
import { useItem } from "./use-item.ts";

type FieldsTabProps = { datasetId: string; fields: readonly Field[]; preview: Preview };

export function FieldsTab({ datasetId, fields, preview }: FieldsTabProps) {
  const drafts = useDrafts();
  const sample = useSample(datasetId, fields);
  const shown = fields.map((field) => fieldWith(field, draftOf(drafts, FIELD, field).form));
  return (
    <TwoColumns
      left={fields.map((field) => <FieldItem key={field.id} field={field} />)}
      rightName={t("datasetSettings.preview.bare")}
      right={sample && <PreviewColumn real={sample.real}>{preview.record(shown, sample.record)}</PreviewColumn>}
    />
  );
}

function FieldItem({ field }: { field: Field }) {
  const id = useId();
  const [open, setOpen] = useState(true);
  const item = useItem(FIELD, field);
  const { name, required } = field;
  const badges = [t("datasetSettings.type.text"), ...(required ? [t("datasetSettings.form.required")] : [])];
  return (
    <ItemSection name={name} badges={badges} edited={item.edited} open={open} onToggle={() => setOpen(!open)}>
      <ItemForm name={name} item={item}>
        <FormGrid>
          <FormRow label={t("datasetSettings.form.title")} htmlFor={`${id}-title`}>
            <LimitedText
              id={`${id}-title`}
              value={item.form.title}
              onChange={(title) => item.edit({ title })}
              faultOf={titleFault}
              max={LONGEST.title}
              placeholder={name}
            />
          </FormRow>
          <FormRow label={t("datasetSettings.form.markdown")}>
            <div className="pt-1.5">
              <Switch
                label={t("datasetSettings.form.markdownHelp")}
                checked={item.form.useMarkdown}
                onChange={(useMarkdown) => item.edit({ useMarkdown })}
              />
            </div>
          </FormRow>
        </FormGrid>
      </ItemForm>
    </ItemSection>
  );
}

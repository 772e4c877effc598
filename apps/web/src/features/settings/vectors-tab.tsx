import type { VectorSettings } from "@postil/domain/datasets/vector-settings";
import { LONGEST, titleFault } from "@postil/domain/settings/settings-form";
import { useTranslation } from "react-i18next";
import { LimitedText } from "./form-fields.tsx";
import { VECTOR } from "./parts.ts";
import { Cell, ItemRow, ItemTable } from "./table.tsx";
import { useItem } from "./use-item.ts";

export function VectorsTab({ vectors }: { vectors: readonly VectorSettings[] }) {
  const { t } = useTranslation();
  const heads = (["name", "dimensions", "title"] as const).map((key) => t(`datasetSettings.vectors.${key}`));
  return (
    <ItemTable heads={heads}>
      {vectors.map((vector) => (
        <VectorRow key={vector.id} vector={vector} />
      ))}
    </ItemTable>
  );
}

function VectorRow({ vector }: { vector: VectorSettings }) {
  const { t } = useTranslation();
  const item = useItem(VECTOR, vector);
  const { name, dimensions } = vector;
  return (
    <ItemRow name={name} item={item}>
      <Cell>
        <span className="text-soft tabular-nums">{dimensions}</span>
      </Cell>
      <Cell>
        <LimitedText
          label={t("datasetSettings.form.titleOf", { name })}
          value={item.form.title}
          onChange={(title) => item.edit({ title })}
          faultOf={titleFault}
          max={LONGEST.title}
          placeholder={name}
          className="min-w-52"
        />
      </Cell>
    </ItemRow>
  );
}

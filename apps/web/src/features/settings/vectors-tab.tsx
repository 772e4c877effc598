import type { VectorSettings } from "@postil/domain/datasets/vector-settings";
import { t } from "i18next";
import { TitleText } from "./form-fields.tsx";
import { VECTOR } from "./parts.ts";
import { Cell, ItemRow, ItemTable } from "./table.tsx";
import { useItem } from "./use-item.ts";

export function VectorsTab({ vectors }: { vectors: readonly VectorSettings[] }) {
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
  const item = useItem(VECTOR, vector);
  const { name, dimensions } = vector;
  return (
    <ItemRow name={name} item={item}>
      <Cell>
        <span className="text-soft tabular-nums">{dimensions}</span>
      </Cell>
      <Cell>
        <TitleText name={name} title={item.form.title} onChange={(title) => item.edit({ title })} />
      </Cell>
    </ItemRow>
  );
}

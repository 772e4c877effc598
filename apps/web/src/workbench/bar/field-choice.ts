import type { Field } from "@postil/domain/datasets/field";

export type FieldChoice = {
  fields: readonly Field[];
  /** the name of one; null: all of them */
  field: string | null;
  onField: (field: string | null) => void;
};

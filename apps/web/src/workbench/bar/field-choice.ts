import type { SearchField } from "./find-offer.ts";

export type FieldChoice = {
  fields: readonly SearchField[];
  /** the name of one; null: all of them */
  field: string | null;
  onField: (field: string | null) => void;
};

import type { Dataset } from "@postil/domain/datasets/dataset";
import type { Field } from "@postil/domain/datasets/field";
import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import type { Question } from "@postil/domain/datasets/question";
import type { VectorSettings } from "@postil/domain/datasets/vector-settings";

export type DatasetParts = {
  readonly dataset: Dataset;
  readonly fields: readonly Field[];
  readonly questions: readonly Question[];
  /** empty while they load or if loading failed: the record is readable without them */
  readonly properties: readonly MetadataProperty[];
  /** empty while they load or if loading failed: without them there is no similarity search */
  readonly vectors: readonly VectorSettings[];
};

export type LoadedParts =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly retry: () => void }
  | { readonly state: "ready"; readonly parts: DatasetParts };

import type { TaskSettings } from "@postil/domain/tasks/labels";
import type { WireTaskSettings } from "./settings.ts";

export const taskSettingsToWire = ({ labelSchema, vectors }: TaskSettings): WireTaskSettings => ({
  ...(labelSchema ? { label_schema: { labels: labelSchema.labels.map((label) => ({ ...label })) } } : {}),
  ...(vectors ? { vectors: { ...vectors } } : {}),
});

/** Null members in a request count as absent. */
export const taskSettingsFromWire = ({
  label_schema,
  vectors,
}: {
  readonly label_schema?: TaskSettings["labelSchema"] | null | undefined;
  readonly vectors?: TaskSettings["vectors"] | null | undefined;
}): TaskSettings => ({
  ...(label_schema ? { labelSchema: label_schema } : {}),
  ...(vectors ? { vectors } : {}),
});

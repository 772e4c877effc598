import type { Field } from "@postil/domain/datasets/field";
import type { Question } from "@postil/domain/datasets/question";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import type { ReactNode } from "react";
import { sampleRecordQuery } from "../../lib/api/queries/settings.ts";

/** The annotation page's own components, passed in because features do not import each other. */
export type Preview = {
  readonly record: (fields: readonly Field[], record: FeedbackRecord) => ReactNode;
  readonly questions: (questions: readonly Question[], record: FeedbackRecord, fields: readonly Field[]) => ReactNode;
};

type Sample = { readonly record: FeedbackRecord; readonly real: boolean };

/** The dataset's first record. An empty dataset gets a sample with a note in every field; null while it loads. */
export function useSample(datasetId: string, fields: readonly Field[]): Sample | null {
  const { data, isPending } = useQuery(sampleRecordQuery(datasetId));
  if (isPending) return null;
  if (data) return { record: data, real: true };
  const texts = fields.map(({ name }) => [name, t("datasetSettings.preview.sample")]);
  const made = { id: "sample", metadata: null, externalId: null, insertedAt: 0, updatedAt: 0 };
  return { record: { ...made, datasetId, fields: Object.fromEntries(texts) }, real: false };
}

/** In the right column: the edited items as annotators see them. */
export function PreviewColumn({ real, children }: { real: boolean; children: ReactNode }) {
  return (
    <>
      <h2 className="mb-4 font-body text-small text-soft">
        {t(real ? "datasetSettings.preview.title" : "datasetSettings.preview.bare")}
      </h2>
      {children}
    </>
  );
}

import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import type { ReactNode } from "react";
import type { AnnotationLink } from "../../ui/settings/settings-top.tsx";

export type TaskSettingsPageProps = {
  dataset: KnownTaskDataset;
  header: ReactNode;
  annotationLink: AnnotationLink;
  /** the address of the annotation page, to be sent to others */
  annotationAddress: string;
  /** from the hash of the address; unknown ones mean the first tab */
  tab: string;
  onTab: (tab: string) => void;
  onDeleted: () => void;
  /** how labels in this order look on a record: the annotation page's own components, for features do not know each other */
  preview: (labels: readonly string[]) => ReactNode;
  /** who works here was shut out of the dataset meanwhile */
  shutOut?: boolean;
};

import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import type { ReactNode } from "react";
import type { AnnotationLink } from "../../ui/settings/settings-top.tsx";

export type TaskSettingsPageProps = {
  dataset: KnownTaskDataset;
  header: ReactNode;
  annotationLink: AnnotationLink;
  /** the address of the annotation page, to send to others */
  annotationAddress: string;
  /** from the hash of the address; an unknown value means the first tab */
  tab: string;
  onTab: (tab: string) => void;
  onDeleted: () => void;
  /**
   * shows labels in this order on a record: the annotation page's own components, because features do not import each other
   */
  preview: (labels: readonly string[]) => ReactNode;
  /** true if the user lost access to the dataset meanwhile */
  shutOut?: boolean;
};

import type { ReactNode } from "react";
import type { AnnotationLink } from "../../ui/settings/settings-top.tsx";
import type { Preview } from "./preview.tsx";

export type SettingsPageProps = {
  datasetId: string;
  header: ReactNode;
  annotationLink: AnnotationLink;
  /** the address of the annotation page, to send to others */
  annotationAddress: string;
  /** from the hash of the address; an unknown value means the first tab */
  tab: string;
  onTab: (tab: string) => void;
  onDeleted: () => void;
  preview: Preview;
};

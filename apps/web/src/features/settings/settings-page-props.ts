import type { ReactNode } from "react";
import type { AnnotationLink } from "../../ui/settings/settings-top.tsx";
import type { Preview } from "./preview.tsx";

export type SettingsPageProps = {
  datasetId: string;
  header: ReactNode;
  annotationLink: AnnotationLink;
  /** the address of the annotation page, to be sent to others */
  annotationAddress: string;
  /** from the hash of the address; unknown ones mean the first tab */
  tab: string;
  onTab: (tab: string) => void;
  onDeleted: () => void;
  preview: Preview;
};

import type { ReactElement, ReactNode } from "react";
import type { Preview } from "./preview.ts";

export type SettingsPageProps = {
  datasetId: string;
  header: ReactNode;
  /** a link to the annotation page, without content */
  annotationLink: ReactElement<{ className?: string; children?: ReactNode }>;
  /** the address of the annotation page, to be sent to others */
  annotationAddress: string;
  /** from the hash of the address; unknown ones mean the first tab */
  tab: string;
  onTab: (tab: string) => void;
  onDeleted: () => void;
  preview: Preview;
};

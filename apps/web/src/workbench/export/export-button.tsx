import { isPrivileged } from "@postil/domain/accounts/policies";
import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/session/use-session.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import type { ExportDialogProps } from "./export-dialog.tsx";
import type { ShownRecords } from "./export-wish.ts";

export type ExportButtonProps = {
  datasetId: string;
  /** The dataset's name, where the button stands among those of others. */
  name?: string;
  /** The records now shown, where there are any. */
  shown?: ShownRecords | null;
};

const ExportDialog = lazyPart<ExportDialogProps>(() => import("./export-dialog.tsx"));

/** Opens the dialog for those who may export (EXP-01); all of it is fetched then. */
export default function ExportButton({ datasetId, name, shown = null }: ExportButtonProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const user = useUser();
  if (user === null || !isPrivileged(user)) return null;
  const close = () => setOpen(false);
  const label = name === undefined ? t("common.header.exportDataset") : t("common.header.exportOf", { name });
  return (
    <>
      <IconButton
        icon={Download}
        label={label}
        size={name === undefined ? "regular" : "small"}
        onClick={() => setOpen(true)}
      />
      {isOpen && <ExportDialog datasetId={datasetId} shown={shown} onClose={close} whenMissing={close} />}
    </>
  );
}

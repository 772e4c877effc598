import type { FeedbackRecord, Field } from "@postil/domain/entities";
import { ClipboardCopy, Ellipsis, Info, Link } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "../../../lib/toasts/store.ts";
import { copyToClipboard } from "../../../ui/copy-to-clipboard.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { recordAsText } from "./shown-fields.ts";

const RecordDetails = lazy(() => import("./record-details.tsx"));

type RecordMenuProps = {
  record: FeedbackRecord;
  fields: readonly Field[];
  metadataTitles: ReadonlyMap<string, string>;
  /** the address that opens this record, absolute */
  link: () => string;
};

/** What else can be done with a record: read its details, copy it, pass it on. */
export function RecordMenu({ record, fields, metadataTitles, link }: RecordMenuProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const copy = async (text: string, done: "copied" | "linkCopied") => {
    const copied = await copyToClipboard(text);
    notify({
      message: t(copied ? `annotation.record.${done}` : "common.copyFailed"),
      type: copied ? "success" : "error",
      position: "bottom-left",
    });
  };
  return (
    <>
      <Menu
        label={t("annotation.record.more")}
        placement="bottom end"
        trigger={<IconButton icon={Ellipsis} label={t("annotation.record.more")} />}
      >
        <MenuItem icon={Info} onAction={() => setOpen(true)}>
          {t("annotation.record.details")}
        </MenuItem>
        <MenuItem icon={ClipboardCopy} onAction={() => void copy(recordAsText(fields, record), "copied")}>
          {t("annotation.record.copy")}
        </MenuItem>
        <MenuItem icon={Link} onAction={() => void copy(link(), "linkCopied")}>
          {t("annotation.record.copyLink")}
        </MenuItem>
      </Menu>
      {open && (
        <Suspense fallback={null}>
          <RecordDetails record={record} metadataTitles={metadataTitles} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

import { ClipboardCopy, Info, Link } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "../../../lib/toasts/store.ts";
import { copyToClipboard } from "../../../ui/copy-to-clipboard.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import type { OpensHere } from "../../../ui/on-demand.tsx";
import type { RecordMenuProps } from "./record-menu.tsx";
import { recordAsText } from "./shown-fields.ts";

const RecordDetails = lazyPart(() => import("./record-details.tsx"));

export function RecordList({ record, fields, metadataTitles, link, ...opening }: RecordMenuProps & OpensHere) {
  const { t } = useTranslation();
  const [details, setDetails] = useState(false);
  const copy = async (text: string, done: "copied" | "linkCopied") => {
    const copied = await copyToClipboard(text);
    notify({
      message: t(copied ? `annotation.record.${done}` : "common.copyFailed"),
      type: copied ? "success" : "error",
    });
  };
  const close = () => setDetails(false);
  return (
    <>
      <Menu label={t("annotation.record.more")} placement="bottom end" {...opening}>
        <MenuItem icon={Info} onAction={() => setDetails(true)}>
          {t("annotation.record.details")}
        </MenuItem>
        <MenuItem icon={ClipboardCopy} onAction={() => void copy(recordAsText(fields, record), "copied")}>
          {t("annotation.record.copy")}
        </MenuItem>
        <MenuItem icon={Link} onAction={() => void copy(link(), "linkCopied")}>
          {t("annotation.record.copyLink")}
        </MenuItem>
      </Menu>
      {details && <RecordDetails record={record} metadataTitles={metadataTitles} onClose={close} whenMissing={close} />}
    </>
  );
}

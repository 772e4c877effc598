import type { TypedForDataset } from "@postil/domain/outbox/work-file";
import { t } from "i18next";
import { saveJson } from "../../lib/save-file.ts";
import { notify } from "../../lib/toasts/store.ts";
import { Button } from "../../ui/button.tsx";
import { copyToClipboard } from "../../ui/copy-to-clipboard.ts";
import { Skeleton, SkeletonBar } from "../../ui/skeleton.tsx";
import { exportWork } from "../../unsent/export-work.ts";
import { statusWord } from "../../unsent/families.ts";
import { preview } from "../../unsent/preview.ts";
import type { WorkItem } from "../../unsent/work-items.ts";

type UnsentWorkProps = {
  /** null while they are read */
  items: readonly WorkItem[] | null;
  /** further content of the file */
  typed: readonly TypedForDataset[];
  user: { readonly id: string; readonly username: string };
  /** where else the work is */
  note: string;
};

/** The unsent answers: to read, to copy, to save as a file. */
export function UnsentWork({ items, typed, user, note }: UnsentWorkProps) {
  if (items === null)
    return (
      <Skeleton label={t("common.loading")}>
        <SkeletonBar width={240} height={20} />
      </Skeleton>
    );
  if (items.length === 0) return <p className="mt-2">{t("lost.nothing")}</p>;
  const file = exportWork(items, user, Date.now(), typed);
  const copy = async () => {
    const copied = await copyToClipboard(JSON.stringify(file, null, 2));
    notify(copied ? { message: t("lost.copied") } : { message: t("lost.notCopied"), type: "error" });
  };
  return (
    <section aria-labelledby="unsent-work" className="mt-6">
      <h2 id="unsent-work" className="font-strong">
        {t("lost.unsent", { count: items.length })}
      </h2>
      <ul className="mt-2 max-h-80 overflow-auto border-line border-b">
        {items.map((item) => (
          <li key={item.recordId} className="border-line border-t py-2">
            <Item item={item} />
          </li>
        ))}
      </ul>
      <p className="mt-2 text-small text-soft">{note}</p>
      <div className="mt-3 flex gap-2">
        <Button onClick={() => saveJson(t("lost.file", { username: user.username }), file)}>
          {t("lost.download")}
        </Button>
        <Button onClick={() => void copy()}>{t("lost.copy")}</Button>
      </div>
    </section>
  );
}

function Item({ item }: { item: WorkItem }) {
  const { entry } = item;
  const said = preview(item);
  const status = entry === null ? t("lost.typed") : statusWord(entry);
  return (
    <p className="flex items-baseline gap-3">
      <span translate="no" dir="auto" className="min-w-0 flex-1 truncate">
        {said === "" ? t("lost.noAnswer") : said}
      </span>
      <span className="whitespace-nowrap text-small text-soft">{status}</span>
    </p>
  );
}

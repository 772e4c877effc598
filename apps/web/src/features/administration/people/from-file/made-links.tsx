import { cellOfText } from "@postil/domain/text/spreadsheet-cell";
import { t } from "i18next";
import { Copy, Download } from "lucide-react";
import { useMemo } from "react";
import { saveFile } from "../../../../lib/save-file.ts";
import { notify } from "../../../../lib/toasts/store.ts";
import { Button } from "../../../../ui/button.tsx";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { copyToClipboard } from "../../../../ui/copy-to-clipboard.ts";
import { cardsLook, type ListColumn, ListTable } from "../../../../ui/list-table.tsx";
import type { MadeLink } from "./use-people-rows.ts";

type MadeLinksProps = {
  links: readonly MadeLink[];
  /** `kept` were copied or saved */
  onKept: (kept: readonly MadeLink[]) => void;
};

const LOOK = cardsLook("max-[640px]:grid-cols-[minmax(0,1fr)_auto]");
const TEXT = "overflow-hidden whitespace-nowrap text-ellipsis pr-3";
const columnsOf = (onKept: MadeLinksProps["onKept"]): readonly ListColumn<MadeLink>[] => [
  {
    ...{ name: "name", title: t("words.name"), head: "w-60 max-[960px]:w-40" },
    cell: `${TEXT} max-[640px]:order-1`,
    draw: ({ name }) => <bdi translate="no">{name}</bdi>,
  },
  {
    ...{ name: "username", title: t("peopleFile.column.username"), head: "w-42 max-[960px]:w-32" },
    cell: `${TEXT} text-soft max-[640px]:hidden`,
    draw: ({ username }) => <span translate="no">{username}</span>,
  },
  {
    ...{ name: "link", title: t("forms.link") },
    cell: `${TEXT} font-mono text-small select-all max-[640px]:order-3 max-[640px]:col-span-2`,
    draw: ({ link }) => <span translate="no">{link}</span>,
  },
  {
    ...{ name: "copy", title: t("forms.copyLink"), hidden: true, head: "w-12" },
    cell: "text-right max-[640px]:order-2",
    draw: (made) => {
      const what = t("peopleFile.copyLink", { name: made.name });
      return <CopyButton text={made.link} what={what} translate="no" onCopied={() => onKept([made])} />;
    },
  },
];

const cellsOf = ({ name, username, link }: MadeLink) => [name, username, link].map(cellOfText);
const csvOf = (links: readonly MadeLink[]): string => {
  const rows = [["name", "username", "link"], ...links.map(cellsOf)];
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return rows.map((cells) => `${cells.map(cell).join(",")}\r\n`).join("");
};

/** The links that were made, with the people they are for. They are shown only this once (ROL-15). */
export function MadeLinks({ links, onKept }: MadeLinksProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done is the same whichever drawing it is from
  const columns = useMemo(() => columnsOf(onKept), []);
  const days = Math.min(...links.map((link) => link.days));
  const copy = async () => {
    const copied = await copyToClipboard(links.map((link) => cellsOf(link).join("\t")).join("\n"));
    notify({
      message: copied ? t("peopleFile.copied", { count: links.length }) : t("common.copyFailed"),
      type: copied ? "success" : "error",
    });
    if (copied) onKept(links);
  };
  const save = () => {
    saveFile("invitations.csv", new Blob([csvOf(links)], { type: "text/csv" }));
    onKept(links);
  };
  return (
    <section aria-label={t("peopleFile.links")} className="mt-2 mb-8">
      <div className="flex flex-wrap items-center gap-2 py-2">
        <h2 className="mr-auto font-strong text-title">{t("peopleFile.made", { count: links.length })}</h2>
        <Button icon={Download} onClick={save}>
          {t("peopleFile.download")}
        </Button>
        <Button variant="primary" icon={Copy} onClick={() => void copy()}>
          {t("peopleFile.copyAll")}
        </Button>
      </div>
      <p className="mb-3 max-w-180 text-soft">
        {t("peopleFile.once", { days: t("inviteLinks.days", { count: days }) })}
      </p>
      <ListTable label={t("peopleFile.links")} look={LOOK} columns={columns} rows={links} />
    </section>
  );
}

import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { SquareTerminal } from "lucide-react";
import { useId, useState } from "react";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { sizeText } from "../../lib/i18n/size-text.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { copyToClipboard } from "../../ui/copy-to-clipboard.ts";
import { Choice, Switch } from "../../ui/form-controls.tsx";
import { InlineError } from "../../ui/no-content.tsx";
import { announce } from "../../ui/screen-reader.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import type { ExportRun } from "./export-runs.ts";
import {
  commandOf,
  type ExportApi,
  type ExportedDataset,
  type ExportSize,
  type ExportWish,
  type FileWish,
  fileNameOf,
  PART_NAMES,
  PARTS,
  type Part,
  type PartNames,
  type ShownRecords,
} from "./export-wish.ts";

type WishProps = { wish: ExportWish; onWish: (wish: ExportWish) => void };

type ExportFormProps = ExportedDataset &
  WishProps & {
    shown: ShownRecords | null;
    /** The run before this one, if it gave no file. */
    ended: ExportRun | null;
    onStart: () => void;
    onCancel: () => void;
  };

/** The choice of records, parts and format, with the expected result. */
export function ExportForm(props: ExportFormProps) {
  const { api, name, kind, workspace, says, shown, wish, onWish, ended, onStart, onCancel } = props;
  const all = useExportSize(api, wish);
  const some = useExportSize(shown?.api ?? null, wish);
  const chosen = wish.shown === null ? all : some;
  return (
    <>
      <p className="-mt-1 px-6 text-soft">{workspace !== "" && t("exporting.place", { kind, workspace })}</p>
      <div className="grid grid-cols-[104px_minmax(0,1fr)] gap-x-4 gap-y-5 px-6 pt-5 max-md:grid-cols-1 max-md:gap-y-2">
        <Records shown={shown} wish={wish} onWish={onWish} all={all.data} some={some.data} />
        <Parts says={says} wish={wish} onWish={onWish} size={all.data} />
        <p className="pt-1 text-soft max-md:mt-2">{t("exporting.format")}</p>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <SegmentedControl
            label={t("exporting.format")}
            value={wish.format}
            onChange={(format) => onWish({ ...wish, format })}
            options={[
              { value: "jsonl", label: t("exporting.jsonl") },
              { value: "csv", label: t("exporting.csv") },
            ]}
          />
          <Switch label={t("exporting.compress")} checked={wish.gzip} onChange={(gzip) => onWish({ ...wish, gzip })} />
        </div>
      </div>
      <div className="mx-6 mt-5 flex flex-wrap items-baseline gap-x-4 border-line border-t py-3">
        <span className="min-w-0 truncate font-mono font-strong text-small">{fileNameOf(name, wish)}</span>
        <span className="ml-auto text-soft">
          {chosen.data === undefined
            ? !chosen.isError && t("exporting.counting")
            : t("exporting.about", { size: sizeText(chosen.data.bytes) })}
        </span>
        {chosen.data?.records === 0 && <p className="w-full text-soft">{t("exporting.empty")}</p>}
        {chosen.isError && <InlineError message={t("exporting.uncounted")} onRetry={() => void chosen.refetch()} />}
        {ended?.state === "stopped" && <p className="w-full pt-2">{t("exporting.stopped")}</p>}
        {ended?.state === "failed" && (
          <div className="w-full pt-2">
            <InlineError
              message={ended.detail === null ? t("exporting.failed") : t("exporting.failedWhy", { why: ended.detail })}
            />
          </div>
        )}
      </div>
      <footer className="flex flex-wrap items-center justify-end gap-2 px-6 pb-5">
        {wish.shown === null && <CommandCopy command={commandOf({ name, workspace, says }, wish)} />}
        <Button variant="quiet" onClick={onCancel}>
          {t("common.cancel")}
        </Button>
        <Button variant="primary" onClick={onStart} disabled={name === ""} autoFocus={ended !== null}>
          {t("exporting.start")}
        </Button>
      </footer>
    </>
  );
}

/** The expected contents of an export. The last figures stay until new ones arrive. Without an `api` no request is sent. */
function useExportSize(api: ExportApi | null, { parts, format, gzip }: FileWish) {
  return useQuery({
    queryKey: [...(api?.key ?? []), "export-size", { parts, format, gzip }],
    queryFn: api === null ? skipToken : ({ signal }) => api.size({ parts, format, gzip }, signal),
    placeholderData: keepPreviousData,
    // Other users change the dataset meanwhile.
    staleTime: 0,
    retry: false,
  });
}

type RecordsProps = WishProps & {
  shown: ShownRecords | null;
  all: ExportSize | undefined;
  some: ExportSize | undefined;
};

/** All records or those on screen, each with its count. Without records on screen there is no choice. */
function Records({ shown, wish, onWish, all, some }: RecordsProps) {
  const group = useId();
  return (
    <>
      <p id={group} className="text-soft">
        {t("exporting.records")}
      </p>
      <div role="radiogroup" aria-labelledby={group}>
        <Choice
          group={group}
          checked={wish.shown === null}
          onChoose={() => onWish({ ...wish, shown: null })}
          label={t("exporting.all")}
          end={all?.records.toLocaleString(LOCALE)}
        />
        {shown !== null && (
          <Choice
            group={group}
            checked={wish.shown !== null}
            onChoose={() => onWish({ ...wish, shown })}
            label={t("exporting.shown")}
            end={some?.records.toLocaleString(LOCALE)}
            help={shown.words}
          />
        )}
      </div>
    </>
  );
}

type PartsProps = WishProps & { says: PartNames; size: ExportSize | undefined };

/** The parts to export with the records' texts, each with its amount in the dataset. */
function Parts({ says, wish, onWish, size }: PartsProps) {
  const group = useId();
  const choose = (part: Part, on: boolean) =>
    onWish({ ...wish, parts: PARTS.filter((one) => (one === part ? on : wish.parts.includes(one))) });
  return (
    <>
      <p id={group} className="text-soft max-md:mt-3">
        {t("exporting.with")}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame and legend into the grid */}
      <div role="group" aria-labelledby={group}>
        {PARTS.map((part) => (
          <div key={part} className="flex min-h-6 flex-wrap items-start gap-x-4 not-first:mt-1">
            <Checkbox
              label={t(`exporting.${PART_NAMES[says].texts}.${part}`)}
              checked={wish.parts.includes(part)}
              onChange={(on) => choose(part, on)}
            />
            <span className="ml-auto text-soft">{size && amountOf(part, says, size)}</span>
          </div>
        ))}
      </div>
    </>
  );
}

function amountOf(part: Part, says: PartNames, size: ExportSize): string {
  const by = (count: number, whom: string) =>
    count === 0 ? t("exporting.none") : t("exporting.by", { what: count.toLocaleString(LOCALE), whom });
  switch (part) {
    case "responses":
      return by(size.responses, t("exporting.people", { count: size.people }));
    case "suggestions":
      return size.agents === 0 && size.suggestions > 0
        ? size.suggestions.toLocaleString(LOCALE)
        : by(size.suggestions, t("exporting.agents", { count: size.agents }));
    case "metadata":
      return t(says === "task" ? "exporting.keys" : "exporting.properties", { count: size.properties });
    case "vectors":
      return size.vectors.length === 0
        ? t("exporting.none")
        : t("exporting.vectors", { count: size.vectors.length, size: sizeText(size.vector_bytes) });
  }
}

/** Copies the command for the same export to the clipboard. */
function CommandCopy({ command }: { command: string }) {
  const [copied, setCopied] = useState("");
  const copy = async () => {
    const done = await copyToClipboard(command);
    announce(done ? t("exporting.commandCopied") : t("common.copyFailed"));
    setCopied(done ? command : "");
  };
  return (
    <Button variant="ghost" icon={SquareTerminal} className="mr-auto -ml-2" onClick={() => void copy()}>
      {copied === command ? t("exporting.commandCopied") : t("exporting.command")}
    </Button>
  );
}

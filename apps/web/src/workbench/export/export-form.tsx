import {
  canMark,
  DISAGREEMENTS,
  type ExportShape,
  exportFileName,
  LEFT_OUT_WORDS,
  namesPeople,
  questionOfShape,
} from "@postil/domain/exports/export-shape";
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { SquareTerminal } from "lucide-react";
import { useState } from "react";
import { elsewhereText } from "../../lib/api/elsewhere.ts";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { sizeText } from "../../lib/i18n/size-text.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { copyToClipboard } from "../../ui/copy-to-clipboard.ts";
import { InlineError } from "../../ui/no-content.tsx";
import { announce } from "../../ui/screen-reader.tsx";
import { Choices, Format, Parts } from "./export-choices.tsx";
import type { ExportRun } from "./export-runs.ts";
import {
  commandOf,
  type ExportApi,
  type ExportedDataset,
  type ExportSize,
  type ExportWish,
  type FileWish,
  fittingFile,
  type ShownRecords,
} from "./export-wish.ts";

type WishProps = { wish: ExportWish; onWish: (wish: ExportWish) => void };

type ExportFormProps = ExportedDataset &
  WishProps & {
    shown: ShownRecords | null;
    /** The run before this one, if it gave no file. */
    ended: ExportRun | null;
    onStart: (file: FileWish) => void;
    onCancel: () => void;
  };

/** The choice of shape, records, parts and format, with the expected result. */
export function ExportForm(props: ExportFormProps) {
  const { api, name, kind, workspace, says, shown, wish, onWish, ended, onStart, onCancel } = props;
  const [known, setKnown] = useState<readonly ExportShape[]>(["full"]);
  const file = fittingFile(wish, known, says);
  const all = useExportSize(api, file);
  const some = useExportSize(shown?.api ?? null, file);
  const chosen = wish.shown === null ? all : some;
  const offered = all.data?.shapes ?? known;
  // The reply to a file of any shape says which others there are.
  if (offered.length !== known.length) setKnown(offered);
  const change = (to: Partial<FileWish>) => onWish({ ...wish, ...to });
  return (
    <>
      <p className="-mt-1 px-6 text-soft">{workspace !== "" && t("exporting.place", { kind, workspace })}</p>
      <div className="grid grid-cols-[104px_minmax(0,1fr)] gap-x-4 gap-y-5 px-6 pt-5 max-md:grid-cols-1 max-md:gap-y-2">
        <Choices
          label={t("exporting.row")}
          value={file.shape}
          onChange={(shape) => change({ shape, question: null })}
          options={offered.map((shape) => ({
            value: shape,
            label: t(`exporting.shape.${shape}`),
            help: file.shape === shape ? t(`exporting.shapeHelp.${says}.${shape}`) : undefined,
            end:
              file.shape === shape && shape !== "full" && chosen.data && !chosen.isPlaceholderData
                ? rowsText(file.shape, chosen.data)
                : undefined,
          }))}
        />
        <Choices
          label={t("exporting.records")}
          value={wish.shown === null ? "all" : "shown"}
          onChange={(which) => onWish({ ...wish, shown: which === "all" ? null : shown })}
          options={[
            { value: "all", label: t("exporting.all"), end: all.data?.records.toLocaleString(LOCALE) },
            ...(shown === null
              ? []
              : [
                  {
                    value: "shown",
                    label: t("exporting.shown"),
                    help: shown.words,
                    end: some.data?.records.toLocaleString(LOCALE),
                  },
                ]),
          ]}
        />
        {all.data !== undefined && all.data.questions.length > 1 && questionOfShape(file.shape) !== null && (
          <Choices
            label={t("exporting.question")}
            value={file.question ?? all.data.questions[0] ?? ""}
            onChange={(question) => change({ question })}
            options={all.data.questions.map((question) => ({ value: question, label: question }))}
          />
        )}
        {canMark(file.shape) && says === "feedback" && (
          <Choices
            label={t("exporting.disagreement")}
            value={file.disagreement}
            onChange={(disagreement) => change({ disagreement })}
            options={DISAGREEMENTS.map((value) => ({ value, label: t(`exporting.disagreements.${value}`) }))}
          />
        )}
        <Parts says={says} file={file} parts={wish.parts} onParts={(parts) => change({ parts })} size={all.data} />
        {namesPeople(file.shape) && (
          <>
            <p className="text-soft max-md:mt-3">{t("exporting.names")}</p>
            <Checkbox
              label={t("exporting.pseudonyms")}
              checked={wish.pseudonyms}
              onChange={(pseudonyms) => change({ pseudonyms })}
            />
          </>
        )}
        <Format file={file} wish={wish} onChange={change} />
      </div>
      <Outcome name={name} file={file} size={chosen} ended={ended} />
      <footer className="flex flex-wrap items-center justify-end gap-2 px-6 pb-5">
        {wish.shown === null && <CommandCopy command={commandOf({ name, workspace, says }, file)} />}
        <Button variant="quiet" onClick={onCancel}>
          {t("common.cancel")}
        </Button>
        <Button variant="primary" onClick={() => onStart(file)} disabled={name === ""} autoFocus={ended !== null}>
          {t("exporting.start")}
        </Button>
      </footer>
    </>
  );
}

type OutcomeProps = { name: string; file: FileWish; size: ReturnType<typeof useExportSize>; ended: ExportRun | null };

/** What the file will be, and why there is none yet. */
function Outcome({ name, file, size, ended }: OutcomeProps) {
  const now = size.isPlaceholderData ? undefined : size.data;
  return (
    <div className="mx-6 mt-5 flex flex-wrap items-baseline gap-x-4 border-line border-t py-3">
      <span className="min-w-0 truncate font-mono font-strong text-small">{exportFileName(name, file)}</span>
      <span className="ml-auto text-soft">
        {size.data === undefined
          ? !size.isError && t("exporting.counting")
          : t("exporting.about", { size: sizeText(size.data.bytes) })}
      </span>
      {now !== undefined && (
        <div className="w-full empty:hidden">
          <LeftOutWords leftOut={now.left_out} guarded={now.guarded} before about={isSample(now)} />
        </div>
      )}
      {now?.records === 0 && file.shape === "full" && <p className="w-full text-soft">{t("exporting.empty")}</p>}
      {size.isError && (
        <InlineError
          message={elsewhereText(size.error, "snapshot") ?? t("exporting.uncounted")}
          onRetry={() => void size.refetch()}
        />
      )}
      {ended?.state === "stopped" && <p className="w-full pt-2">{t("exporting.stopped")}</p>}
      {ended?.state === "failed" && (
        <div className="w-full pt-2">
          <InlineError
            message={ended.detail === null ? t("exporting.failed") : t("exporting.failedWhy", { why: ended.detail })}
          />
        </div>
      )}
    </div>
  );
}

const isSample = ({ sampled, records }: ExportSize): boolean => sampled < records;

/** A row of tokens is too little to be counted: of these files the records are. */
function rowsText(shape: ExportShape, size: ExportSize): string {
  const what = shape === "conll" ? "recordCount" : "rowCount";
  return t(`exporting.${isSample(size) ? "sample" : "exact"}.${what}`, { count: size.rows });
}

type LeftOutProps = { leftOut: ExportSize["left_out"]; about?: boolean; guarded?: number; before?: boolean };

/** Which records are not in the file, and which cells were changed. */
export function LeftOutWords({ leftOut, about = false, guarded = 0, before = false }: LeftOutProps) {
  const words: readonly string[] = [
    ...leftOut.map(({ reason, records: count }) =>
      t(about ? "exporting.aboutLeftOut" : "exporting.leftOut", { count, why: LEFT_OUT_WORDS[reason] }),
    ),
    ...(guarded > 0 ? [t(guardedWords(before, about), { count: guarded })] : []),
  ];
  if (words.length === 0) return null;
  return (
    <ul className="mb-3 text-soft">
      {words.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  );
}

const guardedWords = (before: boolean, about: boolean) =>
  before ? (about ? "exporting.aboutGuarded" : "exporting.toGuard") : "exporting.guarded";

/** The expected contents of an export. The last figures stay until new ones arrive. Without an `api` no request is sent. */
function useExportSize(api: ExportApi | null, file: FileWish) {
  return useQuery({
    queryKey: [...(api?.key ?? []), "export-size", file],
    queryFn: api === null ? skipToken : ({ signal }) => api.size(file, signal),
    placeholderData: keepPreviousData,
    // Other users change the dataset meanwhile.
    staleTime: 0,
    retry: false,
  });
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

import type { WireUpload } from "@postil/contract/datasets/uploads";
import { timeFromWire } from "@postil/contract/wire/mapping";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { X } from "lucide-react";
import { type ClipboardEvent as ReactClipboardEvent, useEffect, useRef, useState } from "react";
import { sizeText } from "../../../lib/i18n/size-text.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { DropFile } from "../../../ui/drop-file.tsx";
import { KeyCap } from "../../../ui/key-cap.tsx";
import { InlineError } from "../../../ui/no-content.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { FoldedStep, focusTitle, Step, useTitleFocus } from "./parts.tsx";
import type { Sending as SendingState } from "./use-sending.ts";
import { ACCEPTED, type FileFault, pastedFile } from "./use-sending.ts";
import "../../../lib/api/manager-routes.ts";
import { api } from "../../../lib/api/api.ts";
import { uploadsQuery } from "../../../lib/api/queries/uploads.ts";
import { useUser } from "../../../lib/session/store.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { RelativeTime } from "../../../ui/time.tsx";
import { forgetOldSaid, forgetSaid, isSaidKept } from "./kept-said.ts";
import { failureText } from "./parts.tsx";

type FileStepProps = {
  /** true: the file goes into a dataset that is there */
  isAdding: boolean;
  file: SendingState;
};

/** The first step: a file is dropped, chosen or pasted, and sent. What went wrong is said here. */
export function FileStep({ isAdding, file: { sending, problem, take, retry, cancel } }: FileStepProps) {
  useTitleFocus(sending === null ? "choice" : "sending");
  return (
    <>
      <Step number={1} title={t("importing.file.title")}>
        {sending === null ? (
          <DropZone isAdding={isAdding} onFiles={take} />
        ) : (
          <Sending file={sending.file} sent={sending.sent} onCancel={cancel} />
        )}
        {problem !== null && (
          <div className="mt-3">
            <InlineError message={problem.text} {...(problem.again && { onRetry: retry })} />
          </div>
        )}
        <p className="mt-3 mb-5 flex flex-wrap gap-x-6 text-small text-soft">
          {["JSON Lines", "JSON", "CSV", "TSV", "Excel", "Parquet", ...(isAdding ? [] : ["CoNLL"])].map((format) => (
            <span key={format} translate="no" className="text-ink">
              {format}
            </span>
          ))}
          <span>{t("importing.file.packed")}</span>
          <span className="ml-auto">{t("importing.file.most")}</span>
        </p>
      </Step>
      <FoldedStep number={2} title={t("importing.columns.title")} said={t("importing.columns.later")} />
      {isAdding ? (
        <FoldedStep number={3} title={t("importing.trial.title")} said={t("importing.trial.later")} />
      ) : (
        <>
          <FoldedStep number={3} title={t("importing.questions.title")} said={t("importing.questions.later")} />
          <FoldedStep number={4} title={t("importing.dataset.title")} said={t("importing.dataset.later")} />
        </>
      )}
    </>
  );
}

type DropZoneProps = { isAdding: boolean; onFiles: (files: readonly File[], found?: FileFault | null) => void };

function DropZone({ isAdding, onFiles }: DropZoneProps) {
  const [pasting, setPasting] = useState(false);
  const paste = useLatest((event: ClipboardEvent) => {
    // A text that is typed somewhere is not a file.
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    takePasted(event, onFiles);
  });
  useEffect(() => {
    window.addEventListener("paste", paste);
    return () => window.removeEventListener("paste", paste);
  }, [paste]);
  return (
    <DropFile
      accept={ACCEPTED}
      chooseLabel={t("forms.chooseFile")}
      onFiles={(files, isFolder) => onFiles(files, isFolder ? "folder" : null)}
      className="min-h-84 content-center"
      buttons={
        <Button onClick={() => setPasting(true)}>
          {t("importing.file.paste")}
          <KeyCap keys="Mod+V" />
        </Button>
      }
      below={pasting && <PasteHere onPaste={(event) => takePasted(event.nativeEvent, onFiles)} />}
    >
      <h3 className="font-strong text-title">{t("importing.file.drop")}</h3>
      <p className="max-w-[560px] text-lead text-soft">
        {t(isAdding ? "importing.file.whereAdded" : "importing.file.where")}
      </p>
    </DropFile>
  );
}

/** A browser reads the clipboard only where something is pasted, so this place takes the focus. */
function PasteHere({ onPaste }: { onPaste: (event: ReactClipboardEvent) => void }) {
  return (
    <textarea
      // biome-ignore lint/a11y/noAutofocus: opened by the button to paste into
      autoFocus
      rows={2}
      value=""
      onChange={() => undefined}
      onPaste={onPaste}
      aria-label={t("importing.file.pasteHere")}
      placeholder={t("importing.file.pasteHere")}
      className="mt-3 block w-full max-w-[560px] rounded-control border border-edge bg-surface px-2 py-[5px]"
    />
  );
}

function takePasted(event: ClipboardEvent, onFiles: DropZoneProps["onFiles"]): void {
  const files = [...(event.clipboardData?.files ?? [])];
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (files.length === 0 && text.trim() === "") return;
  event.preventDefault();
  onFiles(files.length > 0 ? files : [pastedFile(text)]);
}

function Sending({ file, sent, onCancel }: { file: File; sent: number; onCancel: () => void }) {
  const percent = Math.floor((100 * Math.min(sent, file.size)) / file.size);
  return (
    <div className="grid min-h-84 content-center gap-3 rounded-panel border border-line bg-surface px-12 py-8 max-md:px-4">
      <h3 className="font-strong text-lead">
        {t("importing.file.sendingTitle")}{" "}
        <bdi translate="no" className="wrap-anywhere">
          {file.name}
        </bdi>
      </h3>
      <ProgressBar label={t("importing.file.progress")} percent={percent} />
      <p className="text-soft tabular-nums">
        {percent < 100
          ? t("importing.file.sent", { sent: sizeText(sent), all: sizeText(file.size) })
          : t("importing.file.waiting")}
      </p>
      <div>
        <Button onClick={onCancel}>{t("importing.file.cancel")}</Button>
      </div>
    </div>
  );
}

type EarlierFilesProps = {
  uploads: readonly WireUpload[];
  /** when the server was asked for them; null: it is what was known before */
  knownAt: number | null;
  onOpen: (id: string) => void;
};

/** A list may be as old as this when it comes, ms. */
const REPLY_WITHIN = 60_000;

/** Files of the person that are still on the server: to go on with, to look at, or to forget. */
export function EarlierFiles({ uploads, knownAt, onOpen }: EarlierFilesProps) {
  const userId = useUser()?.id ?? "";
  useEffect(() => {
    const open = uploads.filter(({ state }) => state !== "done").map(({ id }) => id);
    if (knownAt !== null) forgetOldSaid(userId, new Set(open), knownAt - REPLY_WITHIN);
  }, [uploads, knownAt, userId]);
  const client = useQueryClient();
  const forget = useMutation({
    mutationFn: (id: string) => api.call("deleteUpload", { params: { upload_id: id } }, { quiet: true }),
    onError: (error) => void notify({ message: failureText(error), type: "error" }),
    onSuccess: (_nothing, id) => forgetSaid(userId, id, uploads.find((upload) => upload.id === id) ?? null),
    onSettled: () => client.invalidateQueries({ queryKey: uploadsQuery().queryKey, exact: true }),
  });
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef<{ readonly id: string; readonly at: number } | null>(null);
  useEffect(() => {
    if (pressed.current === null) return;
    const { id, at } = pressed.current;
    if (uploads.some((upload) => upload.id === id)) return;
    pressed.current = null;
    // The row went with its button: the next one takes the focus.
    const rows = list.current?.querySelectorAll<HTMLElement>("[data-forget]");
    if (document.activeElement === document.body) rows?.item(Math.min(at, rows.length - 1)).focus();
    focusTitle();
  }, [uploads]);
  const press = (id: string, at: number) => {
    if (forget.isPending) return;
    pressed.current = { id, at };
    forget.mutate(id);
  };
  if (uploads.length === 0) return null;
  return (
    <section aria-label={t("importing.earlier.title")} className="mt-6">
      <h2 className="mb-1 text-small font-body text-soft">{t("importing.earlier.title")}</h2>
      <ul ref={list}>
        {uploads.map(({ id, file, bytes, state, used_at }, at) => (
          <li key={id} className="flex min-h-10 items-center gap-2 border-line border-b">
            <span className="min-w-0 flex-1 py-1.5">
              <bdi translate="no" className="block truncate" title={file}>
                {file}
              </bdi>
              <span className="block text-small text-soft">
                {sizeText(bytes)}, {t("importing.earlier.used")} <RelativeTime at={timeFromWire(used_at)} />,{" "}
                {t(`importing.earlier.state.${state}`)}
                {isSaidKept(userId, id) && `. ${t("importing.earlier.kept")}`}
              </span>
            </span>
            <Button
              variant="quiet"
              size="compact"
              translate="no"
              aria-label={t(state === "ready" ? "importing.earlier.goOnOf" : "importing.earlier.openOf", { file })}
              onClick={() => onOpen(id)}
              className="text-accent"
            >
              {t(state === "ready" ? "forms.goOn" : "importing.earlier.open")}
            </Button>
            <IconButton
              icon={X}
              size="small"
              translate="no"
              label={t("importing.earlier.forget", { file })}
              data-forget
              // A disabled button would lose the focus.
              aria-disabled={forget.isPending || undefined}
              onClick={() => press(id, at)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

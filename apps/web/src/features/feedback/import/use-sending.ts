import type { WireUpload } from "@postil/contract/datasets/uploads";
import { useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { useEffect, useRef, useState } from "react";
import "../../../lib/api/manager-routes.ts";
import { api } from "../../../lib/api/api.ts";
import { ApiFailure, failureOf } from "../../../lib/api/failure.ts";
import { uploadQuery } from "../../../lib/api/queries/uploads.ts";
import { type Outgoing, parseReply } from "../../../lib/api/send.ts";
import { underBase } from "../../../lib/base-path.ts";
import { sizeText } from "../../../lib/i18n/size-text.ts";
import { useUnsaved } from "../../../lib/unsaved.ts";
import { announce } from "../../../ui/screen-reader.tsx";
import { beginningOf, LARGE } from "./beginning.ts";
import { failureText } from "./parts.tsx";

type Sent = {
  readonly file: File;
  /** bytes */
  readonly sent: number;
  /** its first records, as a file of their own on the server; null: there are none, or not yet */
  readonly beginning: WireUpload | null;
  /** the whole file on the server; null: it is on its way */
  readonly whole: WireUpload | null;
  /** the address of the page names the whole file */
  readonly isArrived: boolean;
};
type Problem = { readonly text: string; readonly again: boolean };

export type Sending = ReturnType<typeof useSending>;
/** A large file whose beginning is shown while the whole of it is on its way (IMP-80). */
export type OnItsWay = Pick<Sent, "file" | "sent"> & {
  /** why it is not on its way any more */
  readonly problem: string | null;
  readonly retry: () => void;
};

/**
 * Sends one file at a time, a large one after its beginning. The browser asks before it leaves while a file is on its way.
 * `uploadId`: the file of the address.
 */
export function useSending(uploadId: string | null, onUpload: (id: string | null) => void) {
  const client = useQueryClient();
  const [sent, setSent] = useState<Sent | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [last, setLast] = useState<File | null>(null);
  const controller = useRef<AbortController | null>(null);
  /** the beginning that is still on the server */
  const kept = useRef<string | null>(null);
  useUnsaved("import file", sent !== null && sent.whole === null && problem === null);

  const forget = () => {
    const id = kept.current;
    kept.current = null;
    // What stays there goes as every file does that nobody uses: the person has nothing to do about it.
    if (id !== null) api.call("deleteUpload", { params: { upload_id: id } }, { quiet: true }).catch(failureOf);
  };
  const stop = () => {
    controller.current?.abort();
    forget();
    setSent(null);
    setProblem(null);
  };
  const onGone = useRef(stop);
  useEffect(() => {
    onGone.current = stop;
  });
  useEffect(() => () => onGone.current(), []);

  const send = async (file: File, known: WireUpload | null = null) => {
    const own = new AbortController();
    controller.current = own;
    const { signal } = own;
    const change = (next: Partial<Sent>) => {
      if (!signal.aborted) setSent((before) => before && { ...before, ...next });
    };
    setProblem(null);
    setLast(file);
    setSent({ file, sent: 0, beginning: known, whole: null, isArrived: false });
    announce(t("importing.file.sending", { name: file.name }));
    let percent = 0;
    let begun = Date.now();
    const onSent = (bytes: number) => {
      const now = Math.floor((100 * bytes) / file.size);
      // The whole page is drawn again with it.
      if (now !== percent) change({ sent: bytes });
      percent = now;
    };
    try {
      const first = known ?? (await sendBeginning(file, signal));
      if (first !== null) {
        kept.current = first.id;
        client.setQueryData(uploadQuery(first.id).queryKey, first);
        change({ beginning: first });
      }
      begun = Date.now();
      const sendWhole = () => sendFile(file, { name: file.name, isBeginning: false }, { signal, onSent });
      const whole = await sendWhole().catch((error: unknown) => {
        // Its own beginning may have taken the last room.
        if (signal.aborted || kept.current === null || failureOf(error)?.status !== 422) throw error;
        forget();
        change({ beginning: null });
        return sendWhole();
      });
      client.setQueryData(uploadQuery(whole.id).queryKey, whole);
      change({ whole });
      announce(t("importing.file.arrived", { name: file.name }));
      forget();
    } catch (error) {
      if (signal.aborted) return;
      const seconds = Math.round((Date.now() - begun) / 1000);
      // What was lost so late is no server that is not there.
      const isCut = percent > 0 && seconds >= CUT_AFTER_SECONDS && isOfProxy(failureOf(error)?.status);
      const text = isCut ? t("importing.failed.cut", { seconds, percent }) : failureText(error);
      setProblem({ text, again: true });
      setSent((before) => (before?.beginning ? { ...before, sent: 0 } : null));
    }
  };

  const isOther = uploadId !== null && uploadId !== sent?.whole?.id;
  const isLeft = sent !== null && (isOther || (sent.isArrived && uploadId === null));
  const arriving = sent?.whole && !sent.isArrived ? sent.whole.id : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step of the file
  useEffect(() => {
    if (isLeft) stop();
    else if (arriving !== null && uploadId === null) onUpload(arriving);
    else if (arriving !== null) setSent((before) => before && { ...before, isArrived: true });
  }, [isLeft, arriving, uploadId]);

  const take = (files: readonly File[], found: FileFault | null = null) => {
    const [file] = files;
    if (file === undefined && found === null) return;
    const fault = found ?? (files.length > 1 ? "several" : file === undefined ? null : fileFault(file));
    const values = { name: file?.name ?? "", size: sizeText(file?.size ?? 0) };
    if (fault !== null) return setProblem({ text: t(`importing.file.fault.${fault}`, values), again: false });
    if (file !== undefined) void send(file);
  };
  const cancel = () => {
    stop();
    announce(t("importing.file.canceled"));
  };
  return {
    sending: isLeft ? null : sent,
    problem,
    take,
    retry: () => void (last !== null && send(last, sent?.beginning ?? null)),
    cancel,
    stop,
  };
}

const CUT_AFTER_SECONDS = 10;
/** A proxy ends long requests by closing the connection, or with a status. */
const isOfProxy = (status: number | null | undefined): boolean =>
  status === null || status === 408 || status === 502 || status === 504 || status === 524;

/** Null: it is sent whole at once. That its beginning could not be sent says nothing of the file. */
async function sendBeginning(file: File, signal: AbortSignal): Promise<WireUpload | null> {
  if (file.size <= LARGE) return null;
  try {
    const beginning = await beginningOf(file);
    if (beginning === null) return null;
    return await sendFile(beginning.content, { name: beginning.name, isBeginning: true }, { signal });
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}

/** A large file over a slow line takes hours. The person can cancel it. */
const WITHOUT_LIMIT = 2 ** 31 - 1;

type Transfer = { readonly signal: AbortSignal; readonly onSent?: (bytes: number) => void };

/**
 * Sends a file to the server, which keeps it for a day, or its first records, which it keeps for about an hour. `onSent`: the
 * bytes that have left this browser.
 */
function sendFile(
  content: Blob,
  { name, isBeginning }: { readonly name: string; readonly isBeginning: boolean },
  { signal, onSent = () => undefined }: Transfer,
): Promise<WireUpload> {
  const send = (outgoing: Outgoing) => transfer(outgoing, content, signal, onSent);
  const query = isBeginning ? { name, is_beginning: true } : { name };
  return api.call("uploadFile", { query }, { quiet: true, timeout: WITHOUT_LIMIT, send });
}

/** `fetch` does not tell how much of a body is sent. */
function transfer(
  { method, address, headers }: Outgoing,
  content: Blob,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const unreached = () => reject(new ApiFailure(null, null, ""));
    request.open(method, underBase(address));
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onload = () => {
      const { status, statusText } = request;
      const body = bodyOf(request.responseText);
      if (status >= 200 && status < 300 && body !== null) resolve(body);
      else reject(new ApiFailure(status, body, statusText, undefined, request.getResponseHeader("retry-after")));
    };
    request.onerror = unreached;
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener("abort", stop);
    signal.addEventListener("abort", stop);
    request.send(content);
  });
}

/** A proxy refuses large bodies with a page of its own. */
function bodyOf(text: string): unknown {
  try {
    return parseReply(text);
  } catch {
    return null;
  }
}

/** Formats that the server reads, by the end of a file's name (IMP-01). */
const FORMATS = [
  ...[".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".xlsx", ".parquet"],
  ...[".conll", ".conllu", ".bio", ".iob", ".iob2"],
];
/** For the browser's file dialog. */
export const ACCEPTED = [...FORMATS, ...FORMATS.map((end) => `${end}.gz`), ".gz", ".zip"].join(",");

/** The server's bound of one file (IMP-02). */
const MOST_BYTES = 500 * 1024 * 1024;

export type FileFault = "format" | "empty" | "large" | "several" | "folder";

/** The reason why a file cannot be sent; null: it can. */
export function fileFault({ name, size }: Pick<File, "name" | "size">): FileFault | null {
  const plain = name.toLowerCase().replace(/\.gz$/, "");
  if (![...FORMATS, ".zip"].some((end) => plain.endsWith(end))) return "format";
  if (size === 0) return "empty";
  return size > MOST_BYTES ? "large" : null;
}

/** The file of pasted rows, named by the look of its first line: objects, cells between tabs, else cells between commas. */
export function pastedFile(text: string): File {
  const start = text.trimStart();
  const [firstLine = ""] = start.split(/\r?\n/, 1);
  const [end, type] = start.startsWith("[")
    ? ["json", "application/json"]
    : start.startsWith("{")
      ? ["jsonl", "application/x-ndjson"]
      : firstLine.includes("\t")
        ? ["tsv", "text/tab-separated-values"]
        : ["csv", "text/csv"];
  return new File([text], `rows.${end}`, { type });
}

import type { CallInput } from "@postil/contract/call";
import type { WireUnderstanding, WireUpload } from "@postil/contract/datasets/uploads";
import type { AskedOfMerge } from "@postil/domain/tasks/merge-task-record";
import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import "../../../lib/api/manager-routes.ts";
import { api } from "../../../lib/api/api.ts";
import { failureOf } from "../../../lib/api/failure.ts";
import {
  type AddTarget,
  addTargetQuery,
  isLost,
  isRunning,
  uploadQuery,
  uploadsQuery,
} from "../../../lib/api/queries/uploads.ts";
import { signedInId } from "../../../lib/session/store.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { usePageTitle } from "../../../ui/layouts/frame.tsx";
import { InlineError } from "../../../ui/no-content.tsx";
import { useLeaveGuard } from "../../../ui/settings/unsaved.ts";
import { Waiting } from "../../../ui/settings/waiting.tsx";
import { AddMapping } from "./add-mapping.tsx";
import { AddHelp, DatasetNow } from "./dataset-beside.tsx";
import { Done, NotDone } from "./ended.tsx";
import { EarlierFiles, FileStep } from "./file-step.tsx";
import { forgetSaid, isSaidKept } from "./kept-said.ts";
import { Mapping, partsText } from "./mapping.tsx";
import { failureText, ImportFrame, isGone, useTitleFocus } from "./parts.tsx";
import { Examples, Preview } from "./record-preview.tsx";
import { Running, type Summary } from "./running.tsx";
import { isAnythingSaid, NOTHING_SAID, questionsOf, type Said } from "./said.ts";
import { Tried } from "./tried.tsx";
import { useKeptMapping } from "./use-kept-mapping.tsx";
import { type OnItsWay, type Sending, useSending } from "./use-sending.ts";
import { READING_TIMEOUT } from "./use-understanding.ts";
import { trialOf, wishOf } from "./wish.ts";

type ImportPageProps = {
  /** of a dataset, or null: of a new one */
  headerOf: (into: string | null) => ReactNode;
  /** the file of the page, from its address; null: there is none yet */
  uploadId: string | null;
  onUpload: (id: string | null) => void;
  /** the dataset that the file goes into, by its id or the key of a task dataset; null: it makes a new one */
  into: string | null;
};

/** A dataset from a file: a new one (IMP-01 to IMP-06), or one that is there and gets records (IMP-30 to IMP-33, IMP-70). */
export function ImportPage({ headerOf, uploadId, onUpload, into }: ImportPageProps) {
  const file = useSending(uploadId, onUpload);
  const { sending, problem } = file;
  const beginning = sending?.beginning ?? null;
  const shownId = uploadId ?? (beginning && (sending?.whole?.id ?? beginning.id));
  useTitleFocus(shownId ?? "start");
  if (shownId === null) return <Start {...{ headerOf, onUpload, into, file }} />;
  const way = sending?.whole === null ? { ...sending, problem: problem?.text ?? null, retry: file.retry } : null;
  const onOtherFile = () => (uploadId === null ? file.stop() : onUpload(null));
  // What was said of the beginning is there for the whole file too.
  return (
    <OneUpload
      key={beginning?.id ?? shownId}
      {...{ headerOf, onUpload, into, way, onOtherFile }}
      id={shownId}
      isInAddress={uploadId !== null}
    />
  );
}

/** The title of the page of what goes into a dataset, or makes a new one; it is the title of the tab too. */
function useTitle(into: string | null, target: AddTarget | undefined): string {
  const name = target?.dataset.name;
  const title =
    into === null
      ? t("words.newDatasetFromFile")
      : name === undefined
        ? t("importing.add.plainTitle")
        : t("importing.add.title", { name });
  usePageTitle(title);
  return title;
}

type StartProps = Pick<ImportPageProps, "headerOf" | "onUpload" | "into"> & { file: Sending };

/** Before there is a file. An import of the person's that ran already when they came is opened instead. */
function Start({ headerOf, onUpload, into, file }: StartProps) {
  const target = useQuery({ ...addTargetQuery(into ?? ""), enabled: into !== null });
  const title = useTitle(into, target.data);
  const uploads = useQuery(uploadsQuery());
  const { data: known, isSuccess, isFetchedAfterMount } = uploads;
  // Later another tab may begin an import, and a file that is being sent here would be lost.
  const isSettled = useRef(false);
  const isSending = file.sending !== null;
  useEffect(() => {
    if (isSending) isSettled.current = true;
    // What is remembered from before may say that an import runs which has ended.
    if (!isSuccess || !isFetchedAfterMount || isSettled.current) return;
    isSettled.current = true;
    const running = known.find(isRunning);
    if (running !== undefined) onUpload(running.id);
  }, [known, isSuccess, isFetchedAfterMount, isSending, onUpload]);
  return (
    <ImportFrame
      header={headerOf(into)}
      title={title}
      end={
        <Link to="/datasets" className={buttonClass("quiet", "regular")}>
          {t("common.cancel")}
        </Link>
      }
      besideName={t(into === null ? "importing.examples.region" : "importing.add.help.title")}
      beside={into === null ? <Examples /> : <AddHelp target={target.data} />}
      steps={
        <>
          <FileStep isAdding={into !== null} file={file} />
          <EarlierFiles
            uploads={(known ?? []).filter((one) => !one.is_beginning)}
            knownAt={isFetchedAfterMount ? uploads.dataUpdatedAt : null}
            onOpen={onUpload}
          />
        </>
      }
      foot={
        <>
          <p className="flex-1 text-soft">{t("importing.foot.nothing")}</p>
          <Button disabled>{t(into === null ? "importing.foot.create" : "importing.add.try")}</Button>
        </>
      }
    />
  );
}

/** What was understood when the import began, to look at while it runs. */
type Begun = { readonly said: Said; readonly shown: WireUnderstanding; readonly summary: Summary };

type OneUploadProps = Omit<StartProps, "file" | "onUpload"> & {
  id: string;
  /** false: it has just come, or is the beginning of a file that comes */
  isInAddress: boolean;
  way: OnItsWay | null;
  onOtherFile: () => void;
};

/** A file that is on the server: what it becomes, then how far its import is, then what came of it. */
function OneUpload({ headerOf, id, isInAddress, way, onOtherFile: onOther, into: asked }: OneUploadProps) {
  const client = useQueryClient();
  const {
    data: upload,
    error,
    refetch,
  } = useQuery({ ...uploadQuery(id), retry: isWorthRetrying, enabled: way === null });
  const into = intoOf(upload, asked);
  const target = useQuery({ ...addTargetQuery(into ?? ""), enabled: into !== null, retry: isWorthRetrying });
  const title = useTitle(into, target.data);
  const { mapping, onMapping, isKept, restored } = useKeptMapping(id, upload ?? null, into, way === null);
  const header = headerOf(into);
  const begin = useBegin(id);
  const [begun, setBegun] = useState<Begun | null>(null);
  /** after an import that did not succeed, the person went back to the columns */
  const [isBack, setBack] = useState(false);
  const stage = stageOf(upload, error, isBack);
  const isLosing = stage === "mapping" && !isKept && isAnythingSaid(mapping.said);
  const onOtherFile = useLeaving(isLosing, { isInAddress, way, onOther });
  useTitleFocus(stage === "waiting" ? null : stage);
  useEffect(() => {
    if (stage === "done") void client.invalidateQueries({ queryKey: ["datasets"] });
    if (stage === "done" || stage === "ended")
      void client.invalidateQueries({ queryKey: uploadsQuery().queryKey, exact: true });
  }, [client, stage]);
  useEffect(() => {
    const userId = signedInId();
    if (stage === "done" && userId !== null) forgetSaid(userId, id, upload ?? null);
  }, [stage, id, upload]);
  // If it fails again, the page says so first.
  if (isBack && stage === "running") setBack(false);

  if (target.error !== null && target.data === undefined)
    return <NoUpload {...{ header, id, onOtherFile }} error={target.error} onRetry={() => void target.refetch()} />;
  if (upload === undefined || stage === "lost" || (into !== null && target.data === undefined))
    return <NoUpload {...{ header, id, error, onOtherFile }} onRetry={() => void refetch()} />;
  if (into !== null && target.data !== undefined && (stage === "mapping" || stage === "tried"))
    return (
      <IntoDataset
        {...{ header, upload, way, mapping, onMapping, restored, onOtherFile, begin }}
        target={target.data}
        isTried={stage === "tried"}
        onBack={() => setBack(true)}
      />
    );
  if (stage === "mapping") {
    const onCreate = async (said: Said, shown: WireUnderstanding, name: string, workspaceId: string) => {
      const body = { ...wishOf(said), name: name.trim(), workspace_id: workspaceId };
      setBegun({ said, shown, summary: summaryOf(said, shown, name.trim()) });
      await begin(() => api.call("importUpload", { params: { upload_id: id }, body }, BEGINNING));
    };
    return <Mapping {...{ header, upload, way, mapping, onMapping, restored, onOtherFile, onCreate }} />;
  }
  const beside = besideOf(upload, target.data, begun);
  if (stage === "running")
    return (
      <Running
        {...{ header, title, upload, beside }}
        rows={begun?.shown.rows ?? null}
        summary={begun?.summary ?? null}
      />
    );
  if (stage === "done") return <Done {...{ header, upload, beside, onOtherFile }} />;
  return <NotDone {...{ header, title, upload, beside, onOtherFile }} onBack={() => setBack(true)} />;
}

type Leaving = { isInAddress: boolean; way: OnItsWay | null; onOther: () => void };

/** Asks before what was said of the file is lost. Returns what leads to another file. */
function useLeaving(isSaid: boolean, { isInAddress, way, onOther }: Leaving): () => void {
  const words = { message: t("importing.leave.message"), go: t("importing.leave.go") };
  // That the whole file gets into the address leads to no other page.
  useLeaveGuard(isSaid && (isInAddress || way !== null), { ...words, part: "file" });
  return () => {
    // While the file is on its way it has no address that could be left.
    if (isInAddress || !isSaid) return onOther();
    const actions = [{ label: words.go, run: onOther }];
    notify({ message: words.message, type: "warning", permanent: true, actions });
  };
}

/** Null if nothing is known, as after a reload. */
function besideOf(upload: WireUpload, target: AddTarget | undefined, begun: Begun | null): ReactNode {
  if (upload.adding !== null) return target ? <DatasetNow target={target} upload={upload} /> : null;
  return begun && <Preview said={begun.said} shown={begun.shown} />;
}

/** The dataset that a file goes into: the one that it was tried for, whatever page it is opened on. Null: a new one. */
function intoOf(upload: WireUpload | undefined, asked: string | null): string | null {
  const { adding = null } = upload ?? {};
  if (upload === undefined || adding !== null) {
    const ofTask = adding?.task_dataset;
    return ofTask ? taskDatasetKey(ofTask.workspace, ofTask.name) : (adding?.dataset_id ?? asked);
  }
  return isRunning(upload) || upload.state === "done" ? null : asked;
}

const BEGINNING = { quiet: true, timeout: READING_TIMEOUT } as const;

/** Begins what goes on when the call is answered. It may run all the same when the reply was lost. */
function useBegin(id: string) {
  const client = useQueryClient();
  return async (call: () => Promise<WireUpload>) => {
    const own = { queryKey: uploadQuery(id).queryKey, exact: true } as const;
    try {
      const running = await call();
      // A reply that was on its way would say that nothing runs.
      await client.cancelQueries(own);
      client.setQueryData(own.queryKey, running);
    } catch (error) {
      void client.invalidateQueries(own);
      throw error;
    }
    void client.invalidateQueries({ queryKey: uploadsQuery().queryKey, exact: true });
  };
}

type IntoDatasetProps = Omit<ComponentProps<typeof AddMapping>, "onTry"> & {
  isTried: boolean;
  onBack: () => void;
  begin: ReturnType<typeof useBegin>;
};

/** The columns of a file for a dataset that is there, and what would become of its rows. */
function IntoDataset({ isTried, onBack, begin, ...props }: IntoDatasetProps) {
  const { upload, target } = props;
  const { adding } = upload;
  const add = (body: CallInput<"addUpload">["body"]) =>
    begin(() => api.call("addUpload", { params: { upload_id: upload.id }, body }, BEGINNING));
  /** As it was tried before, also if the page was opened again since. */
  const again = (asked: AskedOfMerge, dry_run: boolean) =>
    add({ ...trialOf(NOTHING_SAID, target.dataset.id), ...asked, dry_run, as_tried: true });
  if (!isTried || adding === null)
    return <AddMapping {...props} onTry={(said) => add(trialOf(said, target.dataset.id))} />;
  return (
    <Tried
      {...{ header: props.header, upload, adding, target, onBack }}
      onAdd={() => again(askedOf(adding), false)}
      onTry={(asked) => again(asked, true)}
    />
  );
}

const askedOf = ({ existing, overwrite }: AskedOfMerge): AskedOfMerge => ({ existing, overwrite });

type Stage = "waiting" | "lost" | "mapping" | "running" | "tried" | "done" | "ended";

function stageOf(upload: WireUpload | undefined, error: unknown, isBack: boolean): Stage {
  // What was known of a file that is lost is over.
  if (isLost(error)) return "lost";
  if (upload === undefined) return "waiting";
  if (isRunning(upload)) return "running";
  if (upload.state === "done") return "done";
  if (upload.state === "ready" || isBack) return "mapping";
  return upload.state === "tried" ? "tried" : "ended";
}

/** A file that is not there will not come back. */
const isWorthRetrying = (count: number, error: unknown) => count < 2 && failureOf(error)?.status === null;

const summaryOf = (said: Said, shown: WireUnderstanding, name: string): Summary => ({
  columns: partsText(said, shown),
  questions: questionsOf(said, shown).map(({ key, title }) => ({ key, title })),
  dataset: name,
});

type NoUploadProps = { header: ReactNode; id: string; error: unknown; onRetry: () => void; onOtherFile: () => void };

function NoUpload({ header, id, error, onRetry, onOtherFile }: NoUploadProps) {
  const isKept = isSaidKept(signedInId() ?? "", id);
  return (
    <ImportFrame
      header={header}
      title={t("words.newDatasetFromFile")}
      besideName={t("words.preview")}
      beside={null}
      steps={
        <div className="pt-6">
          {error === null ? (
            <Waiting />
          ) : isGone(error) ? (
            <InlineError
              message={[t("importing.failed.gone"), isKept && t("importing.kept.withFile")].filter(Boolean).join(" ")}
            />
          ) : (
            <InlineError message={failureText(error)} onRetry={onRetry} />
          )}
        </div>
      }
      foot={
        <>
          <span className="flex-1" />
          <Button onClick={onOtherFile}>{t("importing.file.other")}</Button>
        </>
      }
    />
  );
}

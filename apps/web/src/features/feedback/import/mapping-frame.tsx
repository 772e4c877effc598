import type { WireUnderstanding, WireUpload } from "@postil/contract/datasets/uploads";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { Fragment, type KeyboardEvent, type ReactNode, useCallback, useEffect, useState } from "react";
import type { Command } from "../../../lib/commands/command.ts";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { sizeText } from "../../../lib/i18n/size-text.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { CommandButton } from "../../../ui/command-button.tsx";
import { InlineError } from "../../../ui/no-content.tsx";
import { announce } from "../../../ui/screen-reader.tsx";
import { isSomethingNotAdded } from "../../../ui/settings/unsaved.ts";
import { isSelfDescribing } from "./dataset-step.tsx";
import type { MappingState } from "./kept-said.ts";
import { Doubt, failureText, ImportFrame, Step } from "./parts.tsx";
import { ReadingForm } from "./reading-form.tsx";
import { KnownRefused } from "./refused-rows.tsx";
import type { Said, Shown } from "./said.ts";
import { type Change, say } from "./say.ts";
import type { OnMapping, Restored } from "./use-kept-mapping.tsx";
import type { OnItsWay } from "./use-sending.ts";
import type { Understanding } from "./use-understanding.ts";
import { WholeFile } from "./whole-file.tsx";

/** Nothing is shown yet, but how the file is read can be said. */
export const NOTHING_SHOWN: Shown = { columns: [], dataset: null };

/** A file whose columns are said, for a new dataset or for one that is there. */
export type FileProps = {
  header: ReactNode;
  upload: WireUpload;
  /** the upload is the beginning of this file; null: it is the whole one */
  way: OnItsWay | null;
  /** kept above, so that it is still there after an import that failed */
  mapping: MappingState;
  onMapping: OnMapping;
  restored: Restored;
  onOtherFile: () => void;
};

type MappingFrameProps = FootProps & {
  header: ReactNode;
  title: string;
  besideName: string;
  beside: ReactNode;
  restored: Restored;
  steps: ReactNode;
};

/** The page of a file, for a new dataset or for one that is there: its steps, what comes of them, and the button at the end. */
export function MappingFrame({ header, title, besideName, beside, restored, steps, ...foot }: MappingFrameProps) {
  const { understood, create } = foot;
  const onKey = (event: KeyboardEvent) => {
    if (understood.shown === null || !isCreateKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
    create.press();
  };
  return (
    <ImportFrame
      {...{ header, title, besideName, beside }}
      foot={<Foot {...foot} />}
      steps={
        // A button that opens a menu would take Enter for itself, with Ctrl too.
        <div role="presentation" onKeyDownCapture={onKey}>
          {restored.notice}
          <Fragment key={restored.turn}>{steps}</Fragment>
        </div>
      }
    />
  );
}

/** Changes what is said of a file, from what is shown of it. */
export const useSay = (onMapping: OnMapping, shown: WireUnderstanding | null) =>
  useCallback(
    (next: Change) => onMapping((before) => ({ ...before, said: say(before.said, next, shown ?? NOTHING_SHOWN) })),
    [onMapping, shown],
  );

type ReadStepProps = Pick<FileProps, "upload" | "way" | "onOtherFile"> & {
  said: Said;
  understood: Understanding;
  onChange: (change: Change) => void;
  /** what the file becomes */
  children?: ReactNode;
};

/** The file, how it is read, and why it cannot be what was said. */
export function ReadStep({ upload, way, said, understood, onOtherFile, onChange, children }: ReadStepProps) {
  const { shown, isPart, guesses } = understood;
  const { name, size } = way?.file ?? { name: upload.file, size: upload.bytes };
  return (
    <Step
      number={1}
      title={t("importing.file.title")}
      said={
        <>
          <bdi translate="no" className="font-mono text-small font-strong text-ink">
            {name}
          </bdi>{" "}
          {shown !== null && (isPart ? `${sizeText(size)}.` : fileText(shown.rows, size))} {shown?.format.join(" ")}
        </>
      }
      end={
        <Button variant="quiet" size="compact" className="text-accent" onClick={onOtherFile}>
          {t("importing.file.other")}
        </Button>
      }
    >
      <WholeFile {...{ way, isPart, guesses, said }} />
      {(shown === null || !isSelfDescribing(shown)) && <ReadingForm said={said} shown={shown} onChange={onChange} />}
      {understood.error !== null && <InlineError message={failureText(understood.error)} onRetry={understood.retry} />}
      {shown?.fault != null && <Doubt text={shown.fault} />}
      {shown !== null && shown.columns.length + shown.records.length > 0 && <KnownRefused shown={shown} />}
      {children}
    </Step>
  );
}

/** The rows of an export that goes into a dataset are not counted before it is tried. */
const fileText = (rows: number, bytes: number): string =>
  rows === 0 ? sizeText(bytes) : t("importing.file.rows", { count: rows, size: sizeText(bytes) });

/** True for the keys of the button at the end, on any other button. */
const isCreateKey = ({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean =>
  key === "Enter" && (ctrlKey || metaKey) && target instanceof HTMLButtonElement;

/** Creates the dataset, when what is shown is what is said and its workspace is known; pressed before that, it waits. */
export function useCreate(
  problem: string | null,
  isReady: boolean,
  said: Said,
  create: () => Promise<void>,
  { waits = t("importing.foot.waits"), isPart }: { readonly waits?: string; readonly isPart: boolean },
) {
  /** what was said when the button was pressed; another word takes the press back */
  const [pressed, setPressed] = useState<Said | null>(null);
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<{ said: Said; text: string; isPart: boolean } | null>(null);
  const isWaiting = pressed === said && !isReady && problem === null;
  const told =
    pressed === said && problem !== null
      ? problem
      : refusal?.said === said && refusal.isPart === isPart
        ? refusal.text
        : null;
  const send = () => {
    setPressed(null);
    setSending(true);
    create().then(
      () => setSending(false),
      (error: unknown) => {
        setSending(false);
        setRefusal({ said, text: failureText(error), isPart });
      },
    );
  };
  const press = () => {
    if (isSending) return;
    if (isSomethingNotAdded()) return setRefusal({ said, text: t("importing.problem.notAdded"), isPart });
    // What the whole file becomes is looked at first: such a press does not wait for it.
    if (isPart) return setRefusal({ said, text: problem ?? "", isPart });
    setRefusal(null);
    setPressed(said);
    if (problem !== null) return;
    if (isReady) send();
    else announce(waits);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: sent once, when the answer to what was pressed has come
  useEffect(() => {
    if (pressed === said && isReady && problem === null && !isSending) send();
  }, [isReady]);
  /** It was not the person who said something else, so a press goes on waiting. */
  const moveOn = (settled: Said) => setPressed((before) => (before === said ? settled : before));
  return { press, moveOn, told, waits, isWaiting, isSending, isBlocked: problem !== null };
}

type FootProps = {
  understood: Understanding;
  create: ReturnType<typeof useCreate>;
  /** of the button */
  label: string;
  /** what the button makes */
  made: ReactNode;
};

function Foot({ understood: { shown, isCurrent, isPart, error }, create, label, made }: FootProps) {
  const command: Command = {
    id: "import.create",
    label,
    section: "dataset",
    group: "save",
    shortcuts: [{ keys: "Mod+Enter", everywhere: true }],
    mayRun: () => shown !== null,
    run: create.press,
  };
  useCommands([command]);
  return (
    <>
      <div className="min-w-0 flex-1 basis-80">
        <p role="status" className="text-soft wrap-anywhere">
          {create.isWaiting
            ? create.waits
            : !isCurrent && error === null
              ? t("importing.reading.now")
              : isPart
                ? t("importing.beginning.notYet")
                : shown !== null && made}
        </p>
        {create.told !== null && (
          <p role="alert" dir="auto" className="text-danger wrap-anywhere">
            {create.told}
          </p>
        )}
      </div>
      <Link to="/datasets" className={buttonClass("quiet", "regular")}>
        {t("common.cancel")}
      </Link>
      <CommandButton
        command={command}
        variant="primary"
        disabled={shown === null || create.isSending}
        // Still pressable, so that it can tell what is missing.
        inactive={create.isBlocked}
      >
        {command.label}
      </CommandButton>
    </>
  );
}

import type { WireUnderstanding } from "@postil/contract/datasets/uploads";
import { fullName } from "@postil/domain/accounts/users";
import { datasetNameFault, taskDatasetNameFault } from "@postil/domain/datasets/names";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { useEffect, useMemo, useRef } from "react";
import { failureOf } from "../../../lib/api/failure.ts";
import { workspacesQuery } from "../../../lib/api/queries/dataset.ts";
import { myDatasetsQuery, taskDatasetsQuery } from "../../../lib/api/queries/datasets.ts";
import { workspacePeopleQuery } from "../../../lib/api/queries/uploads.ts";
import { useUser } from "../../../lib/session/store.ts";
import { Skeleton, SkeletonBar } from "../../../ui/skeleton.tsx";
import { namesText, type Person, unsettledNames } from "./answered-by.tsx";
import { ColumnsStep } from "./columns-step.tsx";
import {
  DatasetStep,
  guidelinesFault,
  isSelfDescribing,
  KindChoice,
  nameFaultText,
  ToldParts,
} from "./dataset-step.tsx";
import type { MappingState } from "./kept-said.ts";
import { type FileProps, MappingFrame, NOTHING_SHOWN, ReadStep, useCreate, useSay } from "./mapping-frame.tsx";
import { FoldedStep, failureText, Step } from "./parts.tsx";
import { QuestionsStep } from "./questions-step.tsx";
import { Preview, PreviewSkeleton } from "./record-preview.tsx";
import { refusedText } from "./refused-rows.tsx";
import { holdsAnswers, NO_TASK_SAID, questionsOf, rolesOf, type Said, withoutQuestion } from "./said.ts";
import { settle } from "./say.ts";
import { questionFault } from "./shown-question.ts";
import { TaskSteps } from "./task-steps.tsx";
import { type Understanding, useUnderstanding } from "./use-understanding.ts";

type MappingProps = FileProps & {
  /** Rejects as the API client does. */
  onCreate: (said: Said, shown: WireUnderstanding, name: string, workspaceId: string) => Promise<void>;
};

/** What the columns become, what people are asked, what the dataset is called; and what all of it makes (IMP-03, IMP-04). */
export function Mapping({ header, upload, way, mapping, onMapping, restored, onOtherFile, onCreate }: MappingProps) {
  const { said, open } = mapping;
  const understood = useUnderstanding(upload.id, said, way !== null);
  const { shown, isCurrent } = understood;
  const change = useSay(onMapping, shown);
  const target = useTarget(mapping, understood, way?.file.name ?? upload.file);
  const people = usePeople(target.workspaceId, said, shown);
  const problem = useProblem(said, understood, target, people);
  const settled = isCurrent && shown !== null ? settle(said, shown) : said;
  const isReady = isCurrent && settled === said && !target.isPending && !people.isPending;
  const create = useCreate(
    problem,
    isReady,
    said,
    async () => {
      if (shown !== null) await target.take((name, workspaceId) => onCreate(said, shown, name, workspaceId));
    },
    { isPart: understood.isPart },
  );
  const { moveOn } = create;
  const nameBox = useNameBox(create.told !== null && problem === nameProblem(target), target);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (settled === said) return;
    onMapping((before) => (before.said === said ? { ...before, said: settled } : before));
    moveOn(settled);
  }, [isCurrent, shown, onMapping]);
  const onOpen = (key: string, isOpen: boolean) =>
    onMapping((before) => {
      const keys = new Set(before.open);
      if (isOpen) keys.add(key);
      else keys.delete(key);
      return { ...before, open: keys };
    });
  return (
    <MappingFrame
      {...{ header, restored, understood, create }}
      title={t("words.newDatasetFromFile")}
      besideName={t("words.preview")}
      beside={shown === null ? understood.error === null && <PreviewSkeleton /> : <Preview said={said} shown={shown} />}
      label={t("importing.foot.create")}
      made={shown !== null && <Made said={said} shown={shown} />}
      steps={
        <>
          <ReadStep {...{ upload, way, said, understood, onOtherFile }} onChange={change}>
            {shown !== null && shown.kinds.length > 0 && (
              <KindChoice
                shown={shown}
                said={said.kind}
                onKind={(kind) => change({ of: "dataset", change: { kind, task: NO_TASK_SAID } })}
              />
            )}
          </ReadStep>
          {shown === null ? (
            understood.error === null && <StepsSkeleton />
          ) : (
            <>
              {shown.kind !== "feedback" ? (
                shown.task !== null && (
                  <TaskSteps
                    shown={shown}
                    plan={shown.task}
                    said={said.task}
                    onChange={(task) => change({ of: "dataset", change: { task } })}
                  />
                )
              ) : isSelfDescribing(shown) ? (
                <ToldParts shown={shown} />
              ) : (
                shown.columns.length > 0 && (
                  <>
                    <ColumnsStep said={said} shown={shown} people={people.list} onChange={change} />
                    <QuestionsStep said={said} shown={shown} onChange={change} open={open} onOpen={onOpen} />
                  </>
                )
              )}
              <LaterSteps shown={shown} />
              <DatasetStep
                {...target}
                nameBox={nameBox}
                onName={(name) => change({ of: "dataset", change: { name } })}
                onWorkspace={(workspaceId) => onMapping((before) => ({ ...before, workspaceId }))}
                guidelines={shown.kind === "feedback" ? said.guidelines : null}
                onGuidelines={(guidelines) => change({ of: "dataset", change: { guidelines } })}
              />
            </>
          )}
        </>
      }
    />
  );
}

/** The name and the workspace of the dataset, as they stand now. */
function useTarget(mapping: MappingState, { shown }: Understanding, file: string) {
  const workspaces = useQuery(workspacesQuery());
  const datasets = useQuery(myDatasetsQuery());
  const ofTasks = useQuery(taskDatasetsQuery());
  const isOfTask = shown !== null && shown.kind !== "feedback";
  const list = workspaces.data ?? [];
  const isFailed = workspaces.data === undefined && workspaces.error !== null;
  // As the command does without a word: the oldest one, which most people are in.
  const [oldest = null] = list.toSorted((a, b) => a.insertedAt - b.insertedAt);
  const workspaceId = (list.find(({ id }) => id === mapping.workspaceId) ?? oldest)?.id ?? null;
  const guessed = shown?.dataset?.name ?? shown?.task?.name;
  const name = mapping.said.name ?? guessed ?? file.replace(/\.\w+(?:\.gz)?$/i, "");
  const workspace = list.find(({ id }) => id === workspaceId)?.name ?? "";
  const taken = useMemo(
    () =>
      new Set(
        isOfTask
          ? (ofTasks.data ?? []).filter(({ workspaceName }) => workspaceName === workspace).map((one) => one.name)
          : (datasets.data ?? []).filter((one) => one.workspaceId === workspaceId).map((one) => one.name),
      ),
    [datasets.data, ofTasks.data, isOfTask, workspace, workspaceId],
  );
  return {
    name,
    fault: isOfTask ? taskDatasetNameFault(name, taken) : datasetNameFault(name, taken),
    workspaces: workspaces.data ?? null,
    workspacesError: isFailed ? failureText(workspaces.error) : null,
    onRetryWorkspaces: () => void workspaces.refetch(),
    workspaceId,
    workspace,
    isPending: workspaces.isPending,
    /** Creates it. Somebody else may have taken the name meanwhile. */
    take: async (create: (name: string, workspaceId: string) => Promise<void>) => {
      if (workspaceId === null) return;
      try {
        await create(name, workspaceId);
      } catch (error) {
        if (failureOf(error)?.status === 409) await Promise.all([datasets.refetch(), ofTasks.refetch()]);
        throw error;
      }
    },
  };
}

type Target = ReturnType<typeof useTarget>;

/** The box of the name takes the focus when that is what keeps the dataset from being made. */
function useNameBox(isTold: boolean, { fault }: Target) {
  const box = useRef<HTMLInputElement>(null);
  const isAbout = isTold && fault !== null;
  useEffect(() => {
    if (isAbout) box.current?.focus();
  }, [isAbout]);
  return box;
}

const nameProblem = ({ fault, workspace }: Target): string | null => fault && nameFaultText(fault, workspace);

const NOBODY: readonly Person[] = [];

/** The people whose answers the file may hold; asked for when a column holds answers. */
function usePeople(workspaceId: string | null, said: Said, shown: WireUnderstanding | null) {
  const user = useUser();
  const isAsked = [...rolesOf(said, shown ?? NOTHING_SHOWN).values()].some(holdsAnswers);
  const { data, error } = useQuery({ ...workspacePeopleQuery(workspaceId), enabled: isAsked });
  const list = useMemo(() => {
    if (data === undefined) return NOBODY;
    const names = new Map(
      data.map(({ username, first_name: firstName, last_name: lastName }) => [
        username,
        fullName({ username, firstName, lastName }),
      ]),
    );
    if (user !== null) names.set(user.username, fullName(user));
    return [...names].map(([username, name]): Person => ({ username, fullName: name }));
  }, [data, user]);
  const isPending = isAsked && workspaceId !== null && data === undefined && error === null;
  return { list, isPending, error: isAsked && data === undefined ? error : null };
}

/** The first thing that keeps the dataset from being made; null: nothing does. */
function useProblem(
  said: Said,
  { shown, error, isPart }: Understanding,
  target: Target,
  people: ReturnType<typeof usePeople>,
): string | null {
  if (error !== null) return failureText(error);
  if (shown === null) return null;
  if (isPart) return t("importing.beginning.notYet");
  const questions = questionsOf(said, shown);
  const faulty = questions.find((question) => questionFault(question, questions) !== null);
  const fault = faulty && questionFault(faulty, questions);
  const [lost] = withoutQuestion(said, shown);
  const [asked] = [...shown.asked, ...shown.unsaid];
  if (lost !== undefined) return t("importing.columns.lost", lost);
  if (faulty !== undefined && fault)
    return t("importing.problem.question", {
      title: faulty.title || faulty.name,
      fault: t(`importing.questions.fault.${fault}`),
    });
  if (shown.fault !== null) return shown.fault;
  if (asked !== undefined) return asked;
  if (people.error !== null) return failureText(people.error);
  const names = people.isPending ? [] : unsettledNames(said, shown, people.list);
  if (names.length > 0) return t("importing.answers.unsettled", { names: namesText(names) });
  if (target.fault !== null) return nameProblem(target);
  if (guidelinesFault(said.guidelines) !== null) return t("importing.problem.guidelines");
  if (target.workspacesError !== null) return target.workspacesError;
  if (target.workspaceId === null && !target.isPending) return t("importing.dataset.noWorkspace");
  return null;
}

/** "13,003 rows become records with 1 field, 3 questions. 7 rows are left out." */
function Made({ said, shown }: { said: Said; shown: WireUnderstanding }) {
  const { rows, refused, dataset, task, fault } = shown;
  if (rows === refused.count) return t("importing.foot.noRow");
  if (fault !== null && dataset === null && task === null) return t("importing.foot.noDataset");
  const count = rows - refused.count;
  return (
    <>
      {refused.count > 0 && refused.tried < rows && t("importing.foot.most")}{" "}
      <b className="font-strong text-ink">{t("forms.rows", { count })}</b>{" "}
      {t("importing.foot.become", { count, parts: partsText(said, shown) })} {refusedText(shown)}
    </>
  );
}

/** "1 field, 3 questions, 2 metadata" */
export function partsText(said: Said, shown: WireUnderstanding): string {
  if (shown.task?.task === "Text2Text") return t("words.texts").toLowerCase();
  if (shown.task !== null) return t("forms.labelCount", { count: shown.task.labels.length });
  const roles = [...rolesOf(said, shown).values()];
  const count = (kind: string) => roles.filter((role) => role.kind === kind).length;
  const counts = {
    fields: shown.dataset?.fields.length ?? count("field"),
    questions: questionsOf(said, shown).length,
    suggestions: count("suggestion"),
    answers: roles.filter(holdsAnswers).length,
    metadata: shown.dataset?.metadata.length ?? count("metadata"),
    vectors: count("vector"),
  } as const;
  const parts = (Object.keys(counts) as (keyof typeof counts)[]).filter((part) => counts[part] > 0);
  return parts.map((part) => t(`importing.foot.parts.${part}`, { count: counts[part] })).join(", ");
}

function StepsSkeleton() {
  return (
    <Skeleton label={t("importing.reading.now")}>
      <Step number={2} title={t("importing.columns.title")} said={t("importing.reading.now")}>
        <div className="grid grid-cols-4 gap-4 border-line border-t pt-4">
          {["one", "two", "three", "four"].map((column) => (
            <div key={column} className="flex flex-col gap-4">
              <SkeletonBar width={72} />
              <SkeletonBar width={112} />
              <SkeletonBar width={96} />
            </div>
          ))}
        </div>
      </Step>
      <FoldedStep number={3} title={t("importing.questions.title")} said={t("importing.questions.later")} />
      <FoldedStep number={4} title={t("importing.dataset.title")} said={t("importing.dataset.later")} />
    </Skeleton>
  );
}

/** What a file that cannot be read has nothing for. */
function LaterSteps({ shown }: { shown: WireUnderstanding }) {
  if (shown.columns.length > 0 || isSelfDescribing(shown) || shown.task !== null) return null;
  return (
    <>
      <FoldedStep number={2} title={t("importing.columns.title")} said={t("importing.columns.later")} />
      <FoldedStep number={3} title={t("importing.questions.title")} said={t("importing.questions.later")} />
    </>
  );
}

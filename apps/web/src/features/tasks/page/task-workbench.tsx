import "../../../lib/i18n/en/tasks.ts";
import { isPrivileged } from "@postil/domain/accounts/policies";
import { isLabeled, type KnownTaskDataset } from "@postil/domain/datasets/dataset";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import { isPending } from "@postil/domain/tasks/record-edit";
import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import { modesOf } from "@postil/domain/tasks/task-view";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { PanelRight } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { type LabeledDataset, taskDatasetQuery } from "../../../lib/api/queries/task-dataset.ts";
import { useUser } from "../../../lib/session/store.ts";
import { useTaskLabels } from "../../../lib/task-labels/use-task-labels.ts";
import { useToastsAtLeft } from "../../../lib/toasts/store.ts";
import { IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { InHeader } from "../../../ui/in-header.tsx";
import { CONTENT_ID, usePageTitle } from "../../../ui/layouts/frame.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { usePhone } from "../../../ui/media.ts";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import type { RecordOf } from "../../../unsent/records-on-server.ts";
import { useReadingKeys } from "../../../workbench/frame/use-reading-keys.ts";
import { focusRow } from "../../../workbench/list/rows.tsx";
import { SavingIndicator } from "../../../workbench/saving/saving-indicator.tsx";
import { PaginationBar } from "../list/pager.tsx";
import { RecordList } from "../list/record-list.tsx";
import { RecordsSkeleton, RecordsState } from "../list/records-state.tsx";
import { Strip } from "../list/strip.tsx";
import { QueryBar } from "../query/query-bar.tsx";
import { useRuleQueries } from "../rules/rules-query.ts";
import { ListCommandsContext } from "../state/task-commands.ts";
import { type TaskPage, TaskPageContext, useTaskPage } from "../state/task-page-context.ts";
import { type Panel, useList } from "../state/use-list.ts";
import type { TaskKind } from "../task-kind.ts";
import { kindQuery } from "./task-kinds.ts";

type OfPage = { onGoToRecord: (of: RecordOf) => void };

/** The annotation page of a task dataset, opened by its names (TLO-01 to TLO-07). */
export function TaskPageEntry({ workspace, name, onGoToRecord }: OfPage & { workspace: string; name: string }) {
  usePageTitle(name);
  const { data: dataset, error } = useQuery(taskDatasetQuery(workspace, name));
  // The dataset does not exist, has an unknown task, or could not be loaded: the error page says which (TLO-11).
  if (error !== null && dataset === undefined) throw error;
  if (dataset === undefined) return <RecordsSkeleton />;
  // Text to text has no labels (TLO-07).
  if (!isLabeled(dataset)) return <WithKind dataset={dataset} labels={NO_LABELS} onGoToRecord={onGoToRecord} />;
  return <WithLabels dataset={dataset} onGoToRecord={onGoToRecord} />;
}

const NO_LABELS: readonly GlobalLabel[] = [];

function WithLabels({ dataset, onGoToRecord }: OfPage & { dataset: LabeledDataset }) {
  const { labels, error } = useTaskLabels(dataset);
  if (error !== null) throw error;
  if (labels === undefined) return <RecordsSkeleton />;
  return <WithKind dataset={dataset} labels={labels} onGoToRecord={onGoToRecord} />;
}

type WithKindProps = OfPage & { dataset: KnownTaskDataset; labels: readonly GlobalLabel[] };

function WithKind({ dataset, labels, onGoToRecord }: WithKindProps) {
  const user = useUser();
  const { data: kind, error } = useQuery(kindQuery(dataset.task));
  if (error !== null) throw error;
  if (kind === undefined) return <RecordsSkeleton />;
  const privileged = user !== null && isPrivileged(user);
  return (
    <TaskWorkbench dataset={dataset} labels={labels} kind={kind} privileged={privileged} onGoToRecord={onGoToRecord} />
  );
}

const Reference = lazyPart(() => import("../similar/reference.tsx"));
const TaskPanel = lazyPart(() => import("../panel/task-panel.tsx"));
const TaskPace = lazyPart(() => import("../pace/task-pace.tsx"));
const RulesView = lazyPart(() => import("../rules/rules-view.tsx"));

const TaskViews = lazyPart(() => import("../flags-and-views/task-family.tsx").then((m) => m.TaskViews));
/** The page works without it, so a failed download is ignored silently. */
const TaskExport = lazyPart(() => import("../export/task-export-shown.tsx").catch(() => ({ default: () => null })));

const PhoneSheet = lazyPart(() => import("../../../ui/dialog.tsx").then((m) => m.FullSheet));

const COLUMNS = {
  list: "grid-cols-1",
  panel: "grid-cols-[minmax(0,1fr)_min(350px,42%)] max-md:grid-cols-1",
  beside: "grid-cols-[minmax(0,1fr)_min(400px,42%)] max-md:grid-cols-1",
} as const;
const neverOpen = () => false;
const noneKept = () => null;

/** The page of a task dataset below its header: query, records, panel, pages (TAN-01; design/tasks.md#list). */
function TaskWorkbench({ kind, onGoToRecord, ...of }: WithKindProps & { kind: TaskKind; privileged: boolean }) {
  useToastsAtLeft();
  const listed = useList(of);
  const { page, question, records, list, selection, cursor, waiting, noteFocus, panel, commands } = listed;
  const panes = useRef<HTMLElement>(null);
  useReadingKeys(panes);
  const recordsOf = (drawnAs: TaskKind) =>
    records.length > 0 ? (
      <RecordList
        ref={list}
        records={records}
        kind={drawnAs}
        chosen={selection.selection.chosen}
        cursor={cursor}
        onFocusIn={noteFocus}
        handlers={selection}
      />
    ) : (
      <RecordsState />
    );
  const goToRecord: typeof onGoToRecord = (of) => {
    if (!records.some(({ key }) => key === of.recordId)) return onGoToRecord(of);
    selection.setCursor(of.recordId);
    focusRow(list.current, of.recordId);
  };
  const pages = <PaginationBar waiting={waiting} />;
  const besideOpen = (kind.beside?.useOpen ?? neverOpen)() && page.view.mode === "annotate";
  const ruled = page.view.mode === "labelling-rules";
  return (
    <TaskPageContext value={page}>
      <ListCommandsContext value={commands}>
        <HeaderParts page={page} records={records} kind={kind} onGoToRecord={goToRecord} />
        <main
          ref={panes}
          id={CONTENT_ID}
          tabIndex={-1}
          className={cx(
            // In a low window everything scrolls, the bars too.
            "min-h-0 flex-1 outline-0 low:min-h-auto low:flex-none",
            ruled ? "flex flex-col" : "grid grid-rows-[auto_minmax(0,1fr)_auto]",
            !ruled && COLUMNS[besideOpen ? "beside" : panel.open ? "panel" : "list"],
          )}
        >
          {ruled ? (
            <RulesView
              whenMissing={() => page.changeView({ mode: "annotate" })}
              bar={<TopBar page={page} panel={null} />}
              modes={<ModeSwitch />}
              records={recordsOf}
              pages={pages}
            />
          ) : (
            <Panes {...listed} kind={kind} besideOpen={besideOpen} pages={pages}>
              {recordsOf(kind)}
            </Panes>
          )}
        </main>
        {question}
      </ListCommandsContext>
    </TaskPageContext>
  );
}

type Listed = ReturnType<typeof useList>;
/** In the app header: the unsaved changes, and the export. */
function HeaderParts(props: OfPage & Pick<Listed, "page" | "records"> & { kind: TaskKind }) {
  const { page, records, kind, onGoToRecord } = props;
  const { workspaceName, name } = page.dataset;
  const pending = records.filter(isPending).length;
  const kept = (kind.useKept ?? noneKept)();
  return (
    <>
      <InHeader slot="saving">
        <SavingIndicator
          datasetId={taskDatasetKey(workspaceName, name)}
          onGoToRecord={onGoToRecord}
          pending={pending > 0 ? t("tasks.pending", { count: pending }) : kept}
        />
      </InHeader>
      <InHeader slot="actions">
        <TaskExport page={page} />
      </InHeader>
    </>
  );
}

type PanesProps = Listed & {
  kind: TaskKind;
  /** the kind has a panel beside the list, and it is open */
  besideOpen: boolean;
  pages: ReactNode;
  children: ReactNode;
};

function Panes({ page, kind, besideOpen, panel, pages, children, ...listed }: PanesProps) {
  const { beside } = kind;
  const { dataset, labels } = page;
  return (
    <>
      <h1 translate="no" className="sr-only">
        {t("tasks.page", { name: dataset.name })}
      </h1>
      <TopBar page={page} panel={panel} />
      <section
        aria-label={t("tasks.list")}
        className={cx(
          "ml-6 flex min-h-0 min-w-0 flex-col overflow-hidden rounded-panel border border-line bg-surface max-md:mx-0",
          // The panel brings its own distance.
          !(panel.open && !besideOpen) && "mr-6",
        )}
      >
        {page.similarTo !== null && (
          <Reference
            key={page.similarTo.id}
            reference={page.similarTo}
            kind={kind}
            labels={labels}
            whenMissing={() => page.showSimilarTo(null)}
          />
        )}
        {kind.Bar !== undefined && page.view.mode === "annotate" && <kind.Bar labels={labels} />}
        <Strip kind={kind} selected={listed.selected} onSelectPage={listed.selection.togglePage} />
        {children}
      </section>
      {beside !== undefined && besideOpen ? (
        <beside.Panel record={listed.records.find(({ key }) => key === listed.cursor) ?? null} actions={page.actions} />
      ) : (
        panel.open && <SidePanel page={page} panel={panel} />
      )}
      <div className="col-span-full">{pages}</div>
    </>
  );
}

/** The search, and at its end the modes and the panel button. `panel`: null if no panel can be opened. */
function TopBar({ page, panel }: { page: TaskPage; panel: Panel | null }) {
  const rules = useRuleQueries(page.dataset);
  return (
    <div className="col-span-full min-w-0">
      <QueryBar
        page={page}
        rules={rules}
        ofRule={panel === null}
        views={<TaskViews page={page} />}
        end={
          <>
            <ModeSwitch />
            {panel !== null && (
              <IconButton
                icon={PanelRight}
                label={t("tasks.panel")}
                keys="P"
                on={panel.open}
                aria-expanded={panel.open}
                onClick={panel.toggle}
              />
            )}
          </>
        }
      />
    </div>
  );
}

/** Beside the list; on a phone it covers the list. */
function SidePanel({ page, panel }: { page: TaskPage; panel: Panel }) {
  const figures = (
    <>
      <TaskPanel page={page} tab={panel.tab} onTab={panel.show} whenMissing={panel.toggle} />
      {panel.tab === "progress" && page.isCounted && <TaskPace page={page} />}
    </>
  );
  if (usePhone())
    return (
      <PhoneSheet title={t("tasks.panel")} onClose={panel.toggle} whenMissing={panel.toggle}>
        {figures}
      </PhoneSheet>
    );
  return (
    <aside aria-label={t("tasks.panel")} className="min-h-0 overflow-auto">
      {figures}
    </aside>
  );
}

/** Annotate, explore, rules (TAN-12). */
function ModeSwitch() {
  const { dataset, view, changeView } = useTaskPage();
  return (
    <SegmentedControl
      label={t("tasks.modes")}
      options={modesOf(dataset.task).map((value) => ({ value, label: t(`tasks.mode.${value}`) }))}
      value={view.mode}
      onChange={(mode) => changeView({ mode, page: view.page })}
    />
  );
}

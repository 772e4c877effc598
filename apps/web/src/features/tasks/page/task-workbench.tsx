import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import { isPending } from "@postil/domain/tasks/record-edit";
import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import { modesOf } from "@postil/domain/tasks/task-view";
import { t } from "i18next";
import { PanelRight } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useToastsAtLeft } from "../../../lib/toasts/corner.ts";
import { cx } from "../../../ui/cx.ts";
import type { FullSheetProps } from "../../../ui/full-sheet.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { InHeader } from "../../../ui/in-header.tsx";
import { CONTENT_ID } from "../../../ui/layouts/frame.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { usePhone } from "../../../ui/use-phone.ts";
import type { RecordOf } from "../../../unsent/records-on-server.ts";
import { focusRow } from "../../../workbench/bulk/focus-row.ts";
import { useReadingKeys } from "../../../workbench/frame/use-reading-keys.ts";
import { SavingIndicator } from "../../../workbench/saving/saving-indicator.tsx";
import type { TaskExportShownProps } from "../export/task-export-shown.tsx";
import type { TaskViewsProps } from "../flags-and-views/task-views.tsx";
import { PaginationBar } from "../list/pager.tsx";
import { RecordList } from "../list/record-list.tsx";
import { RecordsState } from "../list/records-state.tsx";
import { Strip } from "../list/strip.tsx";
import type { TaskPaceProps } from "../pace/task-pace.tsx";
import type { TaskPanelProps } from "../panel/task-panel.tsx";
import { QueryBar } from "../query/query-bar.tsx";
import { useRuleQueries } from "../rules/rules-query.ts";
import type { RulesViewProps } from "../rules/rules-view.tsx";
import type { ReferenceProps } from "../similar/reference.tsx";
import { ListCommandsContext } from "../state/task-commands.ts";
import { type TaskPage, TaskPageContext, useTaskPage } from "../state/task-page-context.ts";
import { type Panel, useList } from "../state/use-list.ts";
import type { TaskKind } from "../task-kind.ts";

const Reference = lazyPart<ReferenceProps>(() => import("../similar/reference.tsx"));
const TaskPanel = lazyPart<TaskPanelProps>(() => import("../panel/task-panel.tsx"));
const TaskPace = lazyPart<TaskPaceProps>(() => import("../pace/task-pace.tsx"));
const RulesView = lazyPart<RulesViewProps>(() => import("../rules/rules-view.tsx"));

const TaskViews = lazyPart<TaskViewsProps>(() => import("../flags-and-views/task-views.tsx"));
/** The page works without it, so a failed download is ignored silently. */
const TaskExport = lazyPart<TaskExportShownProps>(() =>
  import("../export/task-export-shown.tsx").catch(() => ({ default: () => null })),
);

const PhoneSheet = lazyPart<FullSheetProps>(async () => ({
  default: (await import("../../../ui/full-sheet.tsx")).FullSheet,
}));

type TaskWorkbenchProps = {
  dataset: KnownTaskDataset;
  labels: readonly GlobalLabel[];
  kind: TaskKind;
  privileged: boolean;
  onGoToRecord: (of: RecordOf) => void;
};

const COLUMNS = {
  list: "grid-cols-1",
  panel: "grid-cols-[minmax(0,1fr)_min(350px,42%)] max-md:grid-cols-1",
  beside: "grid-cols-[minmax(0,1fr)_min(400px,42%)] max-md:grid-cols-1",
} as const;
const neverOpen = () => false;
const nothing = () => undefined;
const noneKept = () => null;

/** The page of a task dataset below its header: query, records, panel, pages (TAN-01; design/tasks.md#list). */
export function TaskWorkbench({ dataset, labels, kind, privileged, onGoToRecord }: TaskWorkbenchProps) {
  useToastsAtLeft();
  const listed = useList({ dataset, labels, privileged });
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
              bar={<TopBar dataset={dataset} page={page} panel={null} />}
              modes={<ModeSwitch />}
              records={recordsOf}
              pages={pages}
            />
          ) : (
            <Panes {...listed} dataset={dataset} kind={kind} besideOpen={besideOpen} pages={pages}>
              {recordsOf(kind)}
            </Panes>
          )}
        </main>
        {question}
      </ListCommandsContext>
    </TaskPageContext>
  );
}

type HeaderPartsProps = Pick<TaskWorkbenchProps, "onGoToRecord" | "kind"> & Pick<Listed, "page" | "records">;

/** In the app header: the unsaved changes, and the export. */
function HeaderParts({ page, records, kind, onGoToRecord }: HeaderPartsProps) {
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
        <TaskExport page={page} whenMissing={nothing} />
      </InHeader>
    </>
  );
}

type Listed = ReturnType<typeof useList>;
type PanesProps = Pick<Listed, "page" | "records" | "selection" | "cursor" | "selected" | "panel"> &
  Pick<TaskWorkbenchProps, "dataset" | "kind"> & {
    /** the kind has a panel beside the list, and it is open */
    besideOpen: boolean;
    pages: ReactNode;
    /** the records */
    children: ReactNode;
  };

/** The query, the list, and the panel beside it. */
function Panes(props: PanesProps) {
  const { page, records, selection, cursor, selected, panel, dataset, kind, besideOpen, pages, children } = props;
  const { labels } = page;
  const { beside } = kind;
  return (
    <>
      <h1 translate="no" className="sr-only">
        {t("tasks.page", { name: dataset.name })}
      </h1>
      <TopBar dataset={dataset} page={page} panel={panel} />
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
        <Strip kind={kind} selected={selected} onSelectPage={selection.togglePage} />
        {children}
      </section>
      {beside !== undefined && besideOpen ? (
        <beside.Panel record={records.find(({ key }) => key === cursor) ?? null} actions={page.actions} />
      ) : (
        panel.open && <SidePanel page={page} panel={panel} />
      )}
      <div className="col-span-full">{pages}</div>
    </>
  );
}

/** `panel`: null if no panel can be opened. */
type TopBarProps = { dataset: KnownTaskDataset; page: TaskPage; panel: Panel | null };

/** The search, and at its end the modes and the panel button. */
function TopBar({ dataset, page, panel }: TopBarProps) {
  const rules = useRuleQueries(dataset);
  return (
    <div className="col-span-full min-w-0">
      <QueryBar
        page={page}
        rules={rules}
        ofRule={panel === null}
        views={<TaskViews page={page} whenMissing={nothing} />}
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
      {panel.tab === "progress" && page.isCounted && <TaskPace page={page} whenMissing={nothing} />}
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

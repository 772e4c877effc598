import type { WireUnderstanding } from "@postil/contract/datasets/uploads";
import { t } from "i18next";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { memo, type ReactNode, useEffect, useRef, useState } from "react";
import { Button, IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { SearchInput } from "../../../ui/search-input.tsx";
import { NamesInFile, type Person } from "./answered-by.tsx";
import { Doubt, MachineNote, Step } from "./parts.tsx";
import { RoleMenu } from "./role-menu.tsx";
import { questionsOf, rolesOf, type Said, withoutQuestion } from "./said.ts";
import type { Change } from "./say.ts";

type FileColumn = WireUnderstanding["columns"][number];
type ColumnsStepProps = {
  said: Said;
  shown: WireUnderstanding;
  /** those whose answers the file may hold */
  people: readonly Person[];
  onChange: (change: Change) => void;
  /** draws what a column fills in a dataset that is there, in place of its role */
  part?: (column: FileColumn) => ReactNode;
};

/** Columns drawn at once. A table of thousands would freeze the page. */
const PAGE = 50;
const SAMPLES = 6;

/** Every column with what it becomes, why, and its first values (IMP-03, IMP-04). */
export function ColumnsStep({ said, shown, people, onChange, part }: ColumnsStepProps) {
  const { columns } = shown;
  const [page, setPage] = useState(0);
  const [wanted, setWanted] = useState("");
  const found = columns.filter(({ name }) => name.toLowerCase().includes(wanted.trim().toLowerCase()));
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  const at = Math.min(page, pages - 1);
  const drawn = found.slice(at * PAGE, (at + 1) * PAGE);
  const roles = rolesOf(said, shown);
  const questions = questionsOf(said, shown);
  const roleMenu = (column: FileColumn) => (
    <RoleMenu
      {...{ column, questions, columns, people }}
      role={roles.get(column.name) ?? column.role}
      onRole={(role) => onChange({ of: "role", column: column.name, role })}
      onPart={(change) => onChange({ of: "part", column: column.name, change })}
    />
  );
  const samples = Math.min(SAMPLES, Math.max(0, ...columns.map(({ sample }) => sample.length)));
  const lost = withoutQuestion(said, shown);
  return (
    <Step
      number={2}
      title={t("importing.columns.title")}
      said={t("importing.columns.said", { columns: columns.length, count: samples })}
    >
      {lost.map(({ column, question }) => (
        <Doubt key={column} text={t("importing.columns.lost", { column, question })} />
      ))}
      {shown.unsaid.map((doubt) => (
        <Doubt key={doubt} text={doubt} />
      ))}
      {columns.length > PAGE && (
        <div className="mb-2 flex flex-wrap items-center gap-1">
          <SearchInput
            label={t("importing.columns.find")}
            value={wanted}
            onChange={(text) => {
              setWanted(text);
              setPage(0);
            }}
            className="w-64 max-w-full"
          />
          <span role="status" className="ml-auto text-soft tabular-nums">
            {t("importing.columns.range", {
              first: found.length === 0 ? 0 : at * PAGE + 1,
              last: at * PAGE + drawn.length,
              all: found.length,
            })}
          </span>
          <IconButton
            icon={ArrowLeft}
            label={t("importing.columns.before")}
            disabled={at === 0}
            onClick={() => setPage(at - 1)}
          />
          <IconButton
            icon={ArrowRight}
            label={t("importing.columns.after")}
            disabled={at >= pages - 1}
            onClick={() => setPage(at + 1)}
          />
        </div>
      )}
      <ColumnsTable
        columns={drawn}
        samples={samples}
        lost={new Set(lost.map(({ column }) => column))}
        cell={part ?? roleMenu}
      />
      <NamesInFile {...{ said, shown, people, onChange }} />
      {shown.notes.length > 0 && (
        <ul aria-label={t("importing.columns.notes")} className="mt-3 flex flex-col gap-1 text-small text-soft">
          {shown.notes.map((note) => (
            <li key={note} dir="auto" className="wrap-anywhere">
              {note}
            </li>
          ))}
        </ul>
      )}
    </Step>
  );
}

type ColumnsTableProps = {
  columns: readonly FileColumn[];
  samples: number;
  lost: ReadonlySet<string>;
  /** what a column becomes, and the control that says another */
  cell: (column: FileColumn) => ReactNode;
};

function ColumnsTable({ columns, samples, lost, cell }: ColumnsTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const beyond = useBeyond(scroller, columns);
  const goOn = () => {
    const element = scroller.current;
    element?.scrollBy({ left: element.clientWidth * 0.8 });
  };
  return (
    <div className="relative -mr-6 border-line border-t max-md:-mr-4">
      {beyond.length > 0 && (
        <div className="absolute -top-10 right-6 max-w-1/2 max-md:hidden">
          <Button variant="ghost" size="compact" tabIndex={-1} aria-hidden="true" onClick={goOn} className="max-w-full">
            <span className="truncate">{beyond.slice(0, 3).join(", ")}</span>
            <Icon of={ArrowRight} size={14} />
          </Button>
        </div>
      )}
      <section
        ref={scroller}
        aria-label={t("importing.columns.table")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        tabIndex={0}
        className={cx(
          "overflow-x-auto pr-6 -outline-offset-2! max-md:pr-4",
          beyond.length > 0 && "mask-r-from-[calc(100%-56px)]",
        )}
      >
        <table className="border-collapse">
          <thead>
            <tr>
              {columns.map((column) => (
                <ColumnHead key={column.name} column={column} isLost={lost.has(column.name)} />
              ))}
            </tr>
            <tr className="border-line border-b">
              {columns.map((column) => (
                <td
                  key={column.name}
                  className={cx("h-11 max-w-60 px-2 first:pl-0", lost.has(column.name) && "bg-edited-fill")}
                >
                  {cell(column)}
                </td>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: samples }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is what stands at its place
              <tr key={row} className="border-line border-b">
                {columns.map(({ name, sample }) => (
                  <SampleCell key={name} value={sample[row] ?? null} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

const ColumnHead = memo(function ColumnHead({ column, isLost }: { column: FileColumn; isLost: boolean }) {
  return (
    <th
      scope="col"
      data-file-column={column.name}
      className={cx("max-w-60 min-w-32 px-2 pt-2 text-left align-top font-body first:pl-0", isLost && "bg-edited-fill")}
    >
      <bdi translate="no" className="block truncate font-strong" title={column.name}>
        {column.name}
      </bdi>
      {column.reason !== "" && <MachineNote>{column.reason}</MachineNote>}
    </th>
  );
});

/** A cell shows the beginning of its text. */
const CELL = 120;

const SampleCell = memo(function SampleCell({ value }: { value: string | null }) {
  if (value === null) return <td className="px-2 text-soft first:pl-0">{t("importing.columns.noValue")}</td>;
  return (
    <td dir="auto" translate="no" className="h-9 max-w-60 truncate px-2 tabular-nums first:pl-0">
      {value.length > CELL ? `${value.slice(0, CELL)}…` : value}
    </td>
  );
});

/** The names of the columns that are out of view at the right. */
function useBeyond(scroller: React.RefObject<HTMLElement | null>, columns: readonly FileColumn[]): readonly string[] {
  const [beyond, setBeyond] = useState<readonly string[]>([]);
  // Each answer of the server is a new list of columns, at every key that is typed; their names seldom change.
  const names = columns.map(({ name }) => name).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other columns it is measured again
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => {
      const edge = element.getBoundingClientRect().right;
      const heads = [...element.querySelectorAll<HTMLElement>("[data-file-column]")];
      const found = heads
        .filter((head) => head.getBoundingClientRect().right > edge + 8)
        .map((head) => head.dataset.fileColumn ?? "");
      setBeyond((before) => (before.join("\n") === found.join("\n") ? before : found));
    };
    measure();
    const observer = new ResizeObserver(measure);
    // The table too: a role with a longer name makes its column wider.
    for (const watched of [element, ...element.children]) observer.observe(watched);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [scroller, names]);
  return beyond;
}

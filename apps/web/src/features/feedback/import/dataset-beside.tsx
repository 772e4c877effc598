import type { WireUpload } from "@postil/contract/datasets/uploads";
import { settingsPath } from "@postil/domain/datasets/dataset";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { teamProgressQuery } from "../../../lib/api/queries/dataset.ts";
import { statusCountsQuery, sumOf } from "../../../lib/api/queries/task-dataset.ts";
import { type AddTarget, isRunning } from "../../../lib/api/queries/uploads.ts";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { textLinkClass } from "../../../ui/cx.ts";
import { DatasetParts } from "./add-mapping.tsx";

/** What stands at the right while a file is added to a dataset. */

const NO_COLUMNS: ReadonlyMap<string, string> = new Map();

const titleClass = "mb-3 font-body text-small text-soft";

/** Before there is a file: what adding does, and the parts that columns can fill. */
export function AddHelp({ target }: { target: AddTarget | undefined }) {
  return (
    <>
      <h2 className={titleClass}>{t("importing.add.help.title")}</h2>
      <ul className="mb-6 grid gap-2 text-lead">
        {(["row", target?.family === "task" ? "staysTask" : "stays", "tried", "named"] as const).map((line) => (
          <li key={line}>{t(`importing.add.help.${line}`)}</li>
        ))}
      </ul>
      {target !== undefined && <DatasetParts target={target} columnOf={NO_COLUMNS} isTold />}
    </>
  );
}

/** How often the counts are asked for while rows are added, ms. */
const COUNTED_EVERY = 2000;

type DatasetNowProps = { target: AddTarget; upload: WireUpload };
type Figure = { readonly name: "total" | "answered" | "pending" | "validated" | "rest"; readonly count: number };

function useFigures({ family, dataset }: AddTarget, isAdding: boolean): readonly Figure[] {
  const options = { refetchOnMount: "always", refetchInterval: isAdding ? COUNTED_EVERY : false } as const;
  const ofFeedback = useQuery({ ...teamProgressQuery(dataset.id), ...options, enabled: family === "feedback" });
  const task = family === "task" ? dataset.task : "TextClassification";
  const ofTask = useQuery({ ...statusCountsQuery({ ...dataset, task }), ...options, enabled: family === "task" });
  if (family === "feedback") {
    const { data } = ofFeedback;
    if (!data) return [];
    const answered = data.submitted + data.conflicting;
    return [
      { name: "total", count: data.total },
      { name: "answered", count: answered },
      { name: "pending", count: data.pending },
    ];
  }
  if (!ofTask.data) return [];
  const [total, validated] = [sumOf(ofTask.data), ofTask.data.get("Validated") ?? 0];
  return [
    { name: "total", count: total },
    { name: "validated", count: validated },
    { name: "rest", count: total - validated },
  ];
}

/** While rows are added and after it: what is in the dataset now, and what to do next. */
export function DatasetNow({ target, upload }: DatasetNowProps) {
  const { dataset } = target;
  const figures = useFigures(target, isRunning(upload) && upload.adding?.dry_run === false);
  const next = [
    ...(upload.refused > 0 ? (["mend"] as const) : []),
    ...(upload.adding?.dry_run ? [] : ([target.family === "task" ? "labelTask" : "label"] as const)),
    "again",
    "settings",
  ] as const;
  const to = settingsPath(dataset);
  return (
    <>
      <h2 translate="no" dir="auto" className="mb-3 font-strong text-lead wrap-anywhere">
        {dataset.name}
      </h2>
      {figures.length > 0 && (
        <dl className="mb-6">
          {figures.map(({ name, count }) => (
            <div key={name} className="flex min-h-9 items-center gap-4 border-line border-b py-1">
              <dt>{t(`importing.added.now.${name}`)}</dt>
              <dd className="ml-auto font-strong tabular-nums">{count.toLocaleString(LOCALE)}</dd>
            </div>
          ))}
        </dl>
      )}
      <h3 className={titleClass}>{t("importing.added.now.next")}</h3>
      <ul className="grid gap-2">
        {next.map((line) => (
          <li key={line}>{t(`importing.added.now.${line}`)}</li>
        ))}
        <li>
          <Link to={to} className={textLinkClass}>
            {t("importing.added.now.openSettings")}
          </Link>
        </li>
      </ul>
    </>
  );
}

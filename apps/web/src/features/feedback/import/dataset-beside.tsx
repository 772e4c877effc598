import type { WireUpload } from "@postil/contract/datasets/uploads";
import type { WireAddTarget } from "@postil/contract/feedback/merging";
import { FEEDBACK_TASK, settingsPath } from "@postil/domain/datasets/dataset";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { teamProgressQuery } from "../../../lib/api/queries/dataset.ts";
import { isRunning } from "../../../lib/api/queries/uploads.ts";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { textLinkClass } from "../../../ui/cx.ts";
import { DatasetParts } from "./add-mapping.tsx";
import type { Part } from "./said.ts";

/** What stands at the right while a file is added to a dataset. */

const NO_PARTS: ReadonlyMap<string, Part> = new Map();

const titleClass = "mb-3 font-body text-small text-soft";

/** Before there is a file: what adding does, and the parts that columns can fill. */
export function AddHelp({ target }: { target: WireAddTarget | undefined }) {
  return (
    <>
      <h2 className={titleClass}>{t("importing.add.help.title")}</h2>
      <ul className="mb-6 grid gap-2 text-lead">
        {(["row", "stays", "tried", "named"] as const).map((line) => (
          <li key={line}>{t(`importing.add.help.${line}`)}</li>
        ))}
      </ul>
      {target !== undefined && <DatasetParts target={target} parts={NO_PARTS} isTold />}
    </>
  );
}

/** How often the counts are asked for while rows are added, ms. */
const COUNTED_EVERY = 2000;

type DatasetNowProps = { target: WireAddTarget; upload: WireUpload };

/** While rows are added and after it: what is in the dataset now, and what to do next. */
export function DatasetNow({ target: { dataset }, upload }: DatasetNowProps) {
  const isAdding = isRunning(upload) && upload.adding?.dry_run === false;
  const { data } = useQuery({
    ...teamProgressQuery(dataset.id),
    refetchOnMount: "always",
    refetchInterval: isAdding ? COUNTED_EVERY : false,
  });
  const figures = data && {
    total: data.total,
    answered: data.submitted + data.conflicting,
    pending: data.pending,
  };
  const next = [
    ...(upload.refused > 0 ? (["mend"] as const) : []),
    ...(upload.adding?.dry_run ? [] : (["label"] as const)),
    "again",
    "settings",
  ] as const;
  const to = settingsPath({ id: dataset.id, name: "", workspaceName: "", task: FEEDBACK_TASK });
  return (
    <>
      <h2 translate="no" dir="auto" className="mb-3 font-strong text-lead wrap-anywhere">
        {dataset.name}
      </h2>
      {figures && (
        <dl className="mb-6">
          {(["total", "answered", "pending"] as const).map((name) => (
            <div key={name} className="flex min-h-9 items-center gap-4 border-line border-b py-1">
              <dt>{t(`importing.added.now.${name}`)}</dt>
              <dd className="ml-auto font-strong tabular-nums">{figures[name].toLocaleString(LOCALE)}</dd>
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

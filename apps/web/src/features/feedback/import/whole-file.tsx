import type { WireUnderstanding } from "@postil/contract/datasets/uploads";
import { t } from "i18next";
import { sizeText } from "../../../lib/i18n/size-text.ts";
import { InlineError } from "../../../ui/no-content.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { roleText } from "./role-menu.tsx";
import type { Said } from "./said.ts";
import { roleText as taskRoleText } from "./task-steps.tsx";
import type { OnItsWay } from "./use-sending.ts";

/** A guess that is another one since the whole file is understood. */
export type ChangedGuess = { readonly column: string; readonly text: string };

type Column = WireUnderstanding["columns"][number];

/** What a column is taken for; null: the person said it. */
function takenFor(shown: WireUnderstanding, said: Said, { name, role, fills }: Column): string | null {
  if (shown.task) {
    const { columns } = shown.task;
    const of = said.task.roles === null && columns.find(({ column }) => column === name);
    return of ? taskRoleText(of.role) : null;
  }
  if (said.into !== null) {
    if (said.into.parts !== null || fills === null) return null;
    return t(`importing.add.parts.${fills.kind}`, { name: fills.name ?? "" });
  }
  if (said.chosen.has(name)) return null;
  return role.kind === "metadata" ? `${roleText(role)}, ${t(`importing.metadata.${role.type}`)}` : roleText(role);
}

/** How the guesses of the whole file differ from those of its beginning, of columns that nobody said anything about (IMP-82). */
export function changedGuesses(
  before: WireUnderstanding,
  after: WireUnderstanding,
  said: Said,
): readonly ChangedGuess[] {
  if (after.columns.length === 0) return [];
  if (before.kind !== after.kind)
    return [{ column: "", text: `${t("importing.beginning.kind")} ${after.kind_reason}` }];
  const known = new Map(before.columns.map((column) => [column.name, column]));
  return after.columns.flatMap((column) => {
    const role = takenFor(after, said, column);
    const first = known.get(column.name);
    const was = first === undefined ? null : takenFor(before, said, first);
    if (role === null || role === was) return [];
    const values = { column: column.name, role, reason: column.reason };
    return [{ column: column.name, text: t(`importing.beginning.${first ? "changed" : "added"}`, values) }];
  });
}

type WholeFileProps = { way: OnItsWay | null; isPart: boolean; guesses: readonly ChangedGuess[]; said: Said };

/** While only the beginning of a file is shown: that it is, and how far the whole of it is. Afterwards what changed with it. */
export function WholeFile({ way, isPart, guesses, said }: WholeFileProps) {
  const changed = guesses.filter(({ column }) => !said.chosen.has(column));
  if (!isPart && changed.length === 0) return null;
  return (
    <div className="my-2 rounded-control border border-line bg-surface px-3 py-2">
      <div role="status">
        {isPart ? (
          <p>
            {t("importing.beginning.shown")}{" "}
            {way === null
              ? t("importing.beginning.reading")
              : way.problem === null && t("importing.beginning.onItsWay")}
          </p>
        ) : (
          <>
            <p>{t("importing.beginning.whole")}</p>
            <ul>
              {changed.map(({ column, text }) => (
                <li key={column} dir="auto" className="text-edited wrap-anywhere">
                  {text}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {way !== null &&
        (way.problem === null ? (
          <div className="mt-1.5 grid gap-1.5">
            <ProgressBar
              label={t("importing.beginning.progress")}
              percent={Math.floor((100 * Math.min(way.sent, way.file.size)) / way.file.size)}
            />
            <p className="text-small text-soft tabular-nums">
              {way.sent < way.file.size
                ? t("importing.file.sent", { sent: sizeText(way.sent), all: sizeText(way.file.size) })
                : t("importing.file.waiting")}
            </p>
          </div>
        ) : (
          <InlineError message={way.problem} onRetry={way.retry} />
        ))}
    </div>
  );
}

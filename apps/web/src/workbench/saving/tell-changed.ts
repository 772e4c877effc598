import type { EntryAction } from "@postil/domain/outbox/outbox-entry";
import { type OwnResponse, statusOf } from "@postil/domain/records/record-status";
import { t } from "i18next";
import "../../lib/i18n/en/save-failure.ts";
import { textsOfBulk } from "../../lib/kept-work/kept-bulk.ts";
import { notify } from "../../lib/toasts/store.ts";

type Changed = {
  readonly step: EntryAction["step"];
  /** The record, in words; null: there are many. */
  readonly record: string | null;
  /** What each holds now, null for no answer. */
  readonly now: readonly (OwnResponse | null)[];
  readonly onAnyway: () => void;
  readonly onLeave: () => void;
};

/** FRS-17: says what is there in place of what was seen, and asks. Returns the toast. */
export function tellChanged({ step, record, now, onAnyway, onLeave }: Changed): string {
  const [only = null] = now;
  return notify({
    type: "warning",
    position: "bottom-left",
    permanent: true,
    keep: true,
    message: t(`saveFailure.changed.${step}`, { record: record ?? t("saveFailure.records", { count: now.length }) }),
    detail: now.length === 1 ? t("saveFailure.now", { what: textOf(only) }) : t("saveFailure.nowMany"),
    actions: [
      { label: t(`saveFailure.anyway.${step}`), run: onAnyway },
      { label: t("saveFailure.leave"), run: onLeave },
    ],
  });
}

function textOf(response: OwnResponse | null): string {
  const status = t(`saveFailure.status.${statusOf(response)}`);
  const answers = Object.entries(response?.values ?? {}).map(
    ([name, { value }]) => [name, { value, untouched: [] }] as const,
  );
  return [status, ...textsOfBulk(Object.fromEntries(answers))].join("\n");
}

import type { WireUnderstanding, WireUpload } from "@postil/contract/datasets/uploads";
import { t } from "i18next";
import { Download } from "lucide-react";
import { useState } from "react";
import { openStream } from "../../../lib/api/open-stream.ts";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { saveFile } from "../../../lib/save-file.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { Button } from "../../../ui/button.tsx";
import { announce } from "../../../ui/screen-reader.tsx";
import { Doubt, failureText } from "./parts.tsx";

type Refused = Pick<WireUpload, "refused" | "numbers" | "refused_rows" | "refused_alike">;

/** Rows that cannot become records, the first ones each with what is wrong (IMP-06). */
export function RefusedRows({ title, of }: { title: string; of: Refused }) {
  const { refused: count, numbers, refused_rows: rows, refused_alike: alike } = of;
  if (count === 0) return null;
  return (
    <section
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
      tabIndex={0}
      className="mt-5 overflow-x-auto -outline-offset-2!"
    >
      {alike.length > 0 && (
        <ul aria-label={t("importing.refused.alike")} className="mb-4 grid gap-1">
          {alike.map(({ column, reason, line, count: rowsAlike }) => (
            <li key={`${column} ${line}`} className="grid grid-cols-[6rem_1fr] gap-4 max-md:grid-cols-[5rem_1fr]">
              <span className="text-right text-soft tabular-nums">
                {t("importing.refused.rows", { count: rowsAlike })}
              </span>
              <span dir="auto" className="wrap-anywhere">
                {column !== null && (
                  <bdi translate="no" className="font-strong">
                    {column}
                  </bdi>
                )}{" "}
                {reason} <span className="text-soft">{t(`importing.refused.firstOn.${numbers}`, { line })}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <table className="w-full table-fixed md:min-w-140">
        <caption className="pb-2 text-left">
          <span className="font-strong text-lead">{title}</span>{" "}
          <span className="ml-1 text-soft tabular-nums">
            {count > rows.length
              ? t("importing.refused.first", { shown: rows.length, count })
              : t("forms.rows", { count })}
          </span>
        </caption>
        <colgroup>
          <col className="w-20 max-md:w-14" />
          <col className="w-32 max-md:w-24" />
          <col className="w-44 max-md:w-24" />
          <col />
        </colgroup>
        <thead>
          <tr className="border-line border-b text-left text-small text-soft">
            <th scope="col" className="h-7 pr-6 text-right font-body">
              {t(`importing.refused.number.${numbers}`)}
            </th>
            <th scope="col" className="font-body">
              {t("importing.refused.column")}
            </th>
            <th scope="col" className="font-body">
              {t("importing.refused.value")}
            </th>
            <th scope="col" className="font-body">
              {t("importing.refused.reason")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, column, value, reason }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end, and files of an archive repeat lines
            <tr key={at} className="border-line border-b">
              <td className="h-8 pr-6 text-right text-soft tabular-nums">{line.toLocaleString(LOCALE)}</td>
              <td dir="auto" translate="no" className="truncate pr-4" title={column ?? undefined}>
                {column ?? <span className="text-soft">{t("importing.refused.row")}</span>}
              </td>
              <td dir="auto" translate="no" className="truncate pr-4 font-mono text-small" title={value || undefined}>
                {value === "" ? <span className="font-body text-soft">{t("importing.refused.empty")}</span> : value}
              </td>
              <td dir="auto" className="py-1.5 pr-4 wrap-anywhere">
                {reason}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** "7 rows are left out." The rules are tried on the first rows of a large file only. */
export const refusedText = ({ rows, refused: { count, tried } }: WireUnderstanding): string =>
  count === 0 ? "" : t(tried < rows ? "importing.refused.leftAtLeast" : "importing.refused.left", { count });

/** What is known of such rows before the dataset is created (IMP-140). */
export function KnownRefused({ shown }: { shown: WireUnderstanding }) {
  const { count, tried, numbers, rows } = shown.refused;
  if (count === 0) return null;
  const isPart = tried > 0 && tried < shown.rows;
  return (
    <>
      <Doubt
        text={[refusedText(shown), isPart && t("importing.refused.tried", { count: tried })].filter(Boolean).join(" ")}
      />
      <details className="mb-3">
        <summary className="-ml-2 min-h-8 cursor-pointer rounded-control px-2 py-1 text-soft hover:bg-hover hover:text-ink max-md:min-h-11 max-md:py-2.5">
          {t("importing.refused.show")}
        </summary>
        <RefusedRows
          title={t("importing.refused.known")}
          of={{ refused: count, numbers, refused_rows: rows, refused_alike: [] }}
        />
      </details>
    </>
  );
}

/** All refused rows as a table, with each row as it was read. */
export function DownloadRefused({ upload }: { upload: WireUpload }) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const request = { params: { upload_id: upload.id } };
      const reply = await openStream("getRefusedRows", request, new AbortController().signal);
      saveFile(`${upload.file}.refused.csv`, await new Response(reply.body).blob());
      announce(t("importing.refused.saved"));
    } catch (error) {
      notify({ message: failureText(error), type: "error" });
    }
    setBusy(false);
  };
  return (
    <Button icon={Download} disabled={isBusy} onClick={() => void save()}>
      {t("importing.refused.download")}
    </Button>
  );
}

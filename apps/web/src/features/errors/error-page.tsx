import { t } from "i18next";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { underBase } from "../../lib/base-path.ts";
import { Button } from "../../ui/button.tsx";
import { copyToClipboard } from "../../ui/copy-to-clipboard.ts";
import { cx } from "../../ui/cx.ts";
import { textLinkClass } from "../../ui/text-link.ts";
import { usePageTitle } from "../../ui/use-page-title.ts";
import type { ErrorDescription } from "./describe-error.ts";

type ErrorPageProps = ErrorDescription & { onRetry?: () => void };

/**
 * What the error page says, for every code alike (ERR-01, ERR-02); from 500 on it can be tried again. Where the page itself failed
 * it says that, without a code and without a word of an address (ERR-15).
 */
export function ErrorPage({ status, message, requestId, onRetry }: ErrorPageProps) {
  usePageTitle(message === "" ? t("errors.heading") : message);
  const [time] = useState(() => new Date());
  const ours = status === null || status >= 500;
  return (
    <div className="mx-auto w-[640px] max-w-full pt-28 pb-12">
      <div className="flex flex-col">
        <h1 className="font-strong text-title">{t("errors.heading")}</h1>
        {/* Read after the heading, seen above it. */}
        {status !== null && (
          <p className="order-first -ml-1 mb-4 font-[400] font-serif text-[96px] leading-none tracking-[-0.02em] tabular-nums">
            {status}
          </p>
        )}
        {message !== "" && <p className="mt-2 text-lead [overflow-wrap:anywhere]">{message}</p>}
        <p className="mt-2 text-lead text-soft">{t(status === null ? "errors.inBrowser" : "errors.explanation")}</p>
        {ours && <p className="mt-2 text-lead text-soft">{t("errors.kept")}</p>}
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-2">
        {ours && onRetry !== undefined && (
          <Button variant="primary" onClick={onRetry}>
            {t("errors.retry")}
          </Button>
        )}
        {ours && <CopyDetails status={status} time={time} requestId={requestId} />}
        <a href={underBase("/")} className={cx(textLinkClass, ours ? "ml-2" : "text-lead")}>
          {t("errors.home")}
        </a>
      </div>
      {ours && <Details time={time} requestId={requestId} />}
    </div>
  );
}

type DetailsProps = { time: Date; requestId: string | null };

function Details({ time, requestId }: DetailsProps) {
  return (
    <dl className="mt-8 grid grid-cols-[104px_minmax(0,1fr)] gap-y-1 border-line border-t pt-4 text-small">
      <dt className="text-soft">{t("errors.details.time")}</dt>
      <dd>
        <time dateTime={time.toISOString()}>{time.toLocaleTimeString("en-GB")}</time>
      </dd>
      <dt className="text-soft">{t("errors.details.route")}</dt>
      <dd translate="no" className="[overflow-wrap:anywhere]">
        {window.location.pathname}
      </dd>
      {requestId !== null && (
        <>
          <dt className="text-soft">{t("errors.details.request")}</dt>
          <dd className="font-mono">{requestId}</dd>
        </>
      )}
    </dl>
  );
}

/** Code, route, time and request id, for a report; no data of the records and no address parameters. */
function CopyDetails({ status, time, requestId }: DetailsProps & { status: number | null }) {
  const [copied, setCopied] = useState(false);
  const lines = [
    ...(status === null ? [] : [[t("errors.details.code"), String(status)]]),
    [t("errors.details.route"), window.location.pathname],
    [t("errors.details.time"), time.toISOString()],
    ...(requestId === null ? [] : [[t("errors.details.request"), requestId]]),
  ];
  const copy = async () => setCopied(await copyToClipboard(lines.map((line) => line.join(": ")).join("\n")));
  return (
    <Button icon={copied ? Check : Copy} onClick={copy}>
      {t(copied ? "common.copied" : "errors.copyDetails")}
    </Button>
  );
}

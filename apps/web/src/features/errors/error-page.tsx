import { t } from "i18next";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { underBase } from "../../lib/base-path.ts";
import { Button } from "../../ui/button.tsx";
import { copyToClipboard } from "../../ui/copy-to-clipboard.ts";
import { cx, textLinkClass } from "../../ui/cx.ts";
import { usePageTitle } from "../../ui/layouts/frame.tsx";

/**
 * What the error page says, for every code alike (ERR-01, ERR-02); from 500 on it can be tried again. Where the page itself failed
 * it says that, without a code and without a word of an address (ERR-15).
 */
export function ErrorPage({ status, message, requestId, onRetry }: ErrorDescription & { onRetry?: () => void }) {
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

/** What the error page shows of a failure: no stack, no data. `status`: null where the page itself failed, in the browser (ERR-15). */
type ErrorDescription = {
  readonly status: number | null;
  readonly message: string;
  readonly requestId: string | null;
};

const DEFAULT_STATUS = 500;

/** Any thrown value as the error page shows it; without a status of its own it is a 500 (ERR-04), unless the page itself failed. */
export function describeError(error: unknown): ErrorDescription {
  const status = memberOf(error, "status");
  const requestId = memberOf(error, "requestId");
  const isKnown = typeof status === "number" && Number.isInteger(status) && status >= 400 && status <= 599;
  // The page's own code and the document know of no status, when they meet what they did not expect.
  const isOfTheBrowser = error instanceof DOMException || (error instanceof Error && !("status" in error));
  if (!isKnown && isOfTheBrowser) return { status: null, message: "", requestId: null };
  return {
    status: isKnown ? status : DEFAULT_STATUS,
    message: error instanceof Error ? error.message : typeof error === "string" ? error : "",
    requestId: typeof requestId === "string" ? requestId : null,
  };
}

/** An address that leads nowhere (ERR-03). */
export function notFound(): ErrorDescription {
  return { status: 404, message: t("errors.notFound"), requestId: null };
}

function memberOf(error: unknown, key: string): unknown {
  // Whatever was thrown: every object may be asked for any key.
  return typeof error === "object" && error !== null ? (error as { readonly [key: string]: unknown })[key] : undefined;
}

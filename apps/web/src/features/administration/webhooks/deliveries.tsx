import type { Delivery, WebhookState } from "@postil/domain/webhooks/webhook";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { deliveriesQuery } from "../../../lib/api/queries/administration.ts";
import { absoluteTime, relativeTime, toMilliseconds } from "../../../lib/i18n/times.ts";
import { Button } from "../../../ui/button.tsx";
import { SkeletonBar } from "../../../ui/skeleton.tsx";
import { Time, useNow } from "../../../ui/time.tsx";
import { PlacedDialog, sayFailure } from "../form-dialog.tsx";
import { LoadFailed } from "../list-parts.tsx";
import { usePress } from "./webhook-dialogs.tsx";

type DeliveriesProps = { webhook: WebhookState; onChanged: () => void; onClose: () => void };

/** What was sent to a webhook and what became of it, and what waits. Each can be sent again (HOK-10, HOK-14). */
export function Deliveries({ webhook, onChanged, onClose }: DeliveriesProps) {
  const { data, error, refetch } = useQuery(deliveriesQuery(webhook.id));
  const press = usePress(() => {
    void refetch();
    onChanged();
  });
  const list = (name: "waiting" | "ended", items: readonly Delivery[]) =>
    items.length > 0 && (
      <section className="mt-4" aria-labelledby={`deliveries-${name}`}>
        <h3 id={`deliveries-${name}`} className="font-strong">
          {t(`webhooks.deliveries.${name}`)}
        </h3>
        <ul>
          {items.map((delivery) => (
            <Line key={delivery.id} of={delivery} onSend={() => void press.send(webhook, delivery.id)} />
          ))}
        </ul>
      </section>
    );
  return (
    <PlacedDialog
      title={t("webhooks.deliveries.title")}
      width={760}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t("webhooks.deliveries.close")}
        </Button>
      }
    >
      <div className="px-6">
        <p className="text-soft wrap-anywhere">{t("webhooks.deliveries.text", { url: webhook.url })}</p>
        {webhook.pausedAt !== null && (
          <p className="mt-4 text-edited">
            {t("webhooks.deliveries.paused", { at: absoluteTime(toMilliseconds(webhook.pausedAt)) })}
          </p>
        )}
        {error !== null && <LoadFailed message={sayFailure(error)} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <SkeletonBar width={320} />}
        {data !== undefined && data.waiting.length + data.ended.length === 0 && (
          <p className="mt-4">{t("webhooks.deliveries.none")}</p>
        )}
        {list("waiting", data?.waiting ?? [])}
        {list("ended", data?.ended ?? [])}
      </div>
    </PlacedDialog>
  );
}

const TONES = { waiting: "text-soft", delivered: "text-submitted", failed: "text-danger" } as const;

function Line({ of, onSend }: { of: Delivery; onSend: () => void }) {
  const { event, at, state, tries, status, answer } = of;
  const now = useNow();
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 border-line border-b py-2">
      <div className="min-w-0 flex-1 basis-72">
        <b translate="no" className="mr-2 font-strong">
          {event}
        </b>
        <Time at={at} text={relativeTime(toMilliseconds(at), now)} className="text-soft" />
        <div className="text-small">
          <span className={TONES[state]}>{t(`webhooks.deliveries.state.${state}`)}</span>
          <span className="text-soft tabular-nums">{detailsOf(of, { tries, status })}</span>
        </div>
        {answer !== null && answer !== "" && (
          <div translate="no" dir="auto" className="font-mono text-small text-soft wrap-anywhere">
            {answer}
          </div>
        )}
      </div>
      <Button
        size="compact"
        aria-label={t(state === "waiting" ? "webhooks.deliveries.tryNowOf" : "webhooks.deliveries.againOf", {
          event,
          at: absoluteTime(toMilliseconds(at)),
        })}
        onClick={onSend}
      >
        {t(state === "waiting" ? "webhooks.deliveries.tryNow" : "webhooks.deliveries.again")}
      </Button>
    </li>
  );
}

/** ", 2 tries, answer 500, next at 12:30:05" */
function detailsOf({ state, nextAt }: Delivery, { tries, status }: Pick<Delivery, "tries" | "status">): string {
  const parts = [
    tries > 0 ? t("webhooks.deliveries.tries", { count: tries }) : null,
    status === null ? null : t("webhooks.deliveries.status", { status }),
    nextAt === null
      ? state === "waiting"
        ? t("webhooks.deliveries.behind")
        : null
      : t("webhooks.deliveries.next", { at: absoluteTime(toMilliseconds(nextAt)) }),
  ];
  return parts.map((part) => (part === null ? "" : `, ${part}`)).join("");
}

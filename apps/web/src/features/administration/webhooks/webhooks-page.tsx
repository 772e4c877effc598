import { isOwner } from "@postil/domain/accounts/policies";
import type { Role } from "@postil/domain/accounts/users";
import type { Delivery, WebhookState } from "@postil/domain/webhooks/webhook";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { PenLine, Plus, Radio, Trash2 } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import "../../../lib/i18n/en/administration.ts";
import { deliveriesQuery, webhooksQuery } from "../../../lib/api/queries/administration.ts";
import { absoluteTime, relativeTime, toMilliseconds } from "../../../lib/i18n/times.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { useRowFocus } from "../../../ui/focus.ts";
import { usePageTitle } from "../../../ui/layouts/frame.tsx";
import { cardsLook, type ListColumn, ListSkeleton, ListTable } from "../../../ui/list-table.tsx";
import { EmptyState } from "../../../ui/no-content.tsx";
import { VisuallyHidden } from "../../../ui/screen-reader.tsx";
import { Time, useNow } from "../../../ui/time.tsx";
import { ListDialog, sayFailure } from "../form-dialog.tsx";
import { barClass, LoadFailed } from "../list-parts.tsx";
import { DeleteWebhook, usePress, WebhookForm } from "./webhook-dialogs.tsx";

type Opened =
  | { readonly dialog: "create" }
  | { readonly dialog: "edit" | "remove" | "deliveries"; readonly webhook: WebhookState };

/** Programs that hear of what happens (HOK-13, design/administration.md#webhooks). */
export function WebhooksPage({ role }: { role: Role }) {
  usePageTitle(t("administration.webhooks"));
  const client = useQueryClient();
  const { data: rows, isError, refetch } = useQuery(webhooksQuery());
  const [opened, setOpened] = useState<Opened | null>(null);
  const refresh = () => void client.invalidateQueries({ queryKey: webhooksQuery().queryKey });
  const press = usePress(refresh);
  const now = useNow();
  const columns = useMemo(() => columnsOf(now, setOpened, press), [now, press]);
  const place = useRef<HTMLDivElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  useRowFocus(place, rows ?? [], () => add.current?.focus());
  /** As it is now: what waits is sent while a dialog is open. */
  const latest = (webhook: WebhookState) => rows?.find(({ id }) => id === webhook.id) ?? webhook;
  const ends = { onChanged: refresh, onClose: () => setOpened(null) };
  return (
    <div ref={place}>
      <VisuallyHidden>
        <h1>{t("administration.webhooks")}</h1>
      </VisuallyHidden>
      <div className={barClass}>
        <span className="max-w-[640px] text-soft">{t("webhooks.note")}</span>
        <Button ref={add} icon={Plus} className="ml-auto" onClick={() => setOpened({ dialog: "create" })}>
          {t("webhooks.add")}
        </Button>
      </div>
      {isError && <LoadFailed message={t("webhooks.failed")} onRetry={() => void refetch()} />}
      {rows === undefined && !isError && <ListSkeleton look={LOOK} columns={columns} rows={3} className="pt-9" />}
      {rows !== undefined && rows.length > 0 && (
        <ListTable label={t("administration.webhooks")} look={LOOK} columns={columns} rows={rows} />
      )}
      {rows?.length === 0 && (
        <EmptyState isApart title={t("webhooks.none")}>
          {t("webhooks.noneText")}
        </EmptyState>
      )}
      {opened?.dialog === "create" && <WebhookForm webhook={null} isOwner={isOwner({ role })} {...ends} />}
      {opened?.dialog === "edit" && <WebhookForm webhook={opened.webhook} isOwner={false} {...ends} />}
      {opened?.dialog === "remove" && <DeleteWebhook webhook={latest(opened.webhook)} {...ends} />}
      {opened?.dialog === "deliveries" && <Deliveries webhook={latest(opened.webhook)} {...ends} />}
    </div>
  );
}

/** There are few, so all of them are drawn, and a card takes the room that it needs. */
const { heights: _, ...LOOK } = cardsLook("max-[640px]:grid-cols-[minmax(0,1fr)] max-[640px]:h-auto! max-[640px]:py-3");
const TEXT = "overflow-hidden whitespace-nowrap text-ellipsis pr-4";

type Column = ListColumn<WebhookState>;

function columnsOf(now: number, open: (opened: Opened) => void, press: ReturnType<typeof usePress>): readonly Column[] {
  const column = (name: "address" | "of" | "state", look: string, draw: Column["draw"], width: number): Column => ({
    ...{ name, draw, skeletonWidth: width, head: look.replace("text-soft", ""), cell: look },
    title: t(`webhooks.column.${name}`),
  });
  const actions = "w-72 text-right max-[960px]:w-56 max-[640px]:w-auto max-[640px]:text-left";
  return [
    column("address", TEXT, Address, 280),
    column("of", `${TEXT} w-44 text-soft max-[960px]:hidden`, ({ workspace }) => <Of workspace={workspace} />, 96),
    column("state", "w-56 pr-4 max-[640px]:w-auto", (webhook) => <State webhook={webhook} now={now} />, 120),
    {
      ...{ name: "actions", title: t("webhooks.column.actions"), hidden: true, head: actions, cell: actions },
      draw: (webhook) => <Actions webhook={webhook} open={open} press={press} />,
    },
  ];
}

const Of = ({ workspace }: Pick<WebhookState, "workspace">) =>
  workspace === null ? t("webhooks.all") : <span translate="no">{workspace.name}</span>;

function Address({ url, description, events, workspace }: WebhookState) {
  const what = description ?? t("webhooks.events", { count: events.length });
  return (
    <>
      <b translate="no" dir="ltr" className="block overflow-hidden text-ellipsis font-strong" title={url}>
        {url}
      </b>
      <span className="block overflow-hidden text-ellipsis text-small text-soft" title={events.join(", ")}>
        {what}
        <span className="min-[960px]:hidden">
          {" · "}
          <Of workspace={workspace} />
        </span>
      </span>
    </>
  );
}

/** Whether it is on, and what became of the last event. */
function State({ webhook: { enabled, pausedAt, waiting, last }, now }: { webhook: WebhookState; now: number }) {
  const state = pausedAt !== null ? "paused" : enabled ? "on" : "off";
  const isBad = pausedAt !== null || (last !== null && last.state !== "delivered" && last.triedAt !== null);
  return (
    <>
      <span className={isBad ? "text-edited" : undefined}>{t(`webhooks.state.${state}`)}</span>
      {waiting > 0 && (
        <span className="text-soft tabular-nums">{`, ${t("webhooks.waiting", { count: waiting })}`}</span>
      )}
      {last?.triedAt != null && (
        <span className="block text-small text-soft">
          {t(`webhooks.last.${last.state}`)}{" "}
          <Time at={last.triedAt} text={relativeTime(toMilliseconds(last.triedAt), now)} />
        </span>
      )}
    </>
  );
}

type ActionsProps = {
  webhook: WebhookState;
  open: (opened: Opened) => void;
  press: ReturnType<typeof usePress>;
};

function Actions({ webhook, open, press }: ActionsProps) {
  const { url, enabled } = webhook;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-1 max-[640px]:justify-start">
      <Button
        size="compact"
        aria-label={t("webhooks.deliveriesOf", { url })}
        onClick={() => open({ dialog: "deliveries", webhook })}
      >
        {t("webhooks.deliveries.open")}
      </Button>
      <Button
        size="compact"
        variant="quiet"
        aria-label={t(enabled ? "webhooks.turnOffOf" : "webhooks.turnOnOf", { url })}
        onClick={() => press.turn(webhook)}
      >
        {t(enabled ? "webhooks.turnOff" : "webhooks.turnOn")}
      </Button>
      <IconButton icon={Radio} label={t("webhooks.pingOf", { url })} onClick={() => press.ping(webhook)} />
      <IconButton
        icon={PenLine}
        label={t("webhooks.editOf", { url })}
        onClick={() => open({ dialog: "edit", webhook })}
      />
      <IconButton
        icon={Trash2}
        label={t("webhooks.removeOf", { url })}
        onClick={() => open({ dialog: "remove", webhook })}
      />
    </span>
  );
}

type DeliveriesProps = { webhook: WebhookState; onChanged: () => void; onClose: () => void };

/**
 * What was sent to a webhook and what became of it, and what waits. Each can be sent again (HOK-10, HOK-14). It then goes from
 * one list to the other, and the focus goes with it.
 */
function Deliveries({ webhook, onChanged, onClose }: DeliveriesProps) {
  const list = useQuery(deliveriesQuery(webhook.id));
  const { data = { waiting: [], ended: [] }, error, refetch } = list;
  const press = usePress(() => {
    void refetch();
    onChanged();
  });
  const place = useRef<HTMLDivElement>(null);
  useRowFocus(place, [...data.waiting, ...data.ended], () => place.current?.focus());
  return (
    <ListDialog
      title={t("webhooks.deliveries.title")}
      width={760}
      note={t("webhooks.deliveries.text", { url: webhook.url })}
      missing={error && sayFailure(error)}
      {...{ list, place, onClose }}
    >
      {webhook.pausedAt !== null && (
        <p className="mt-4 text-edited">
          {t("webhooks.deliveries.paused", { at: absoluteTime(toMilliseconds(webhook.pausedAt)) })}
        </p>
      )}
      {list.data !== undefined && data.waiting.length + data.ended.length === 0 && (
        <p className="mt-4">{t("webhooks.deliveries.none")}</p>
      )}
      {(["waiting", "ended"] as const)
        .filter((name) => data[name].length > 0)
        .map((name) => (
          <section key={name} className="mt-4" aria-labelledby={`deliveries-${name}`}>
            <h3 id={`deliveries-${name}`} className="font-strong">
              {t(`webhooks.deliveries.${name}`)}
            </h3>
            <ul>
              {data[name].map((delivery) => (
                <Line key={delivery.id} of={delivery} onSend={() => void press.send(webhook, delivery.id)} />
              ))}
            </ul>
          </section>
        ))}
    </ListDialog>
  );
}

const TONES = { waiting: "text-soft", delivered: "text-submitted", failed: "text-danger" } as const;

function Line({ of, onSend }: { of: Delivery; onSend: () => void }) {
  const { event, at, state, tries, status, answer } = of;
  const now = useNow();
  return (
    <li data-row={of.id} className="flex flex-wrap items-start gap-x-4 gap-y-1 border-line border-b py-2">
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

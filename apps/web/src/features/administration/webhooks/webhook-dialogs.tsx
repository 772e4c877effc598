import { WEBHOOK_DESCRIPTION, WEBHOOK_EVENTS, WEBHOOK_URL, type WebhookState } from "@postil/domain/webhooks/webhook";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { Copy } from "lucide-react";
import { useCallback, useMemo, useRef, useState } from "react";
import { api } from "../../../lib/api/api.ts";
import { managedWorkspacesQuery } from "../../../lib/api/queries/administration.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { useCopy } from "../../../ui/copy-button.tsx";
import { Choice, TextInput } from "../../../ui/form-controls.tsx";
import { FormDialog, orDone, PlacedDialog, sayFailure, useAction, useSubmit } from "../form-dialog.tsx";
import { LoadFailed } from "../list-parts.tsx";

const quiet = { quiet: true } as const;
const of = ({ id }: Pick<WebhookState, "id">) => ({ params: { webhook_id: id } });

/** What is done by one press: a notice says what became of it. */
export function usePress(onChanged: () => void) {
  const changed = useRef(onChanged);
  changed.current = onChanged;
  const run = useCallback(async (call: Promise<unknown>, done: string) => {
    try {
      await call;
      notify({ message: done });
    } catch (error) {
      notify({ message: sayFailure(error), type: "error" });
    }
    changed.current();
  }, []);
  return useMemo(
    () => ({
      ping: (webhook: WebhookState) =>
        void run(api.call("pingWebhook", of(webhook), quiet), t("webhooks.pinged", { url: webhook.url })),
      turn: (webhook: WebhookState) => {
        const enabled = !webhook.enabled;
        const done = t(enabled ? "webhooks.turnedOn" : "webhooks.turnedOff", { url: webhook.url });
        void run(api.call("updateWebhook", { ...of(webhook), body: { enabled } }, quiet), done);
      },
      send: (webhook: WebhookState, id: string) => {
        const params = { ...of(webhook).params, delivery_id: id };
        return run(api.call("sendWebhookDelivery", { params }, quiet), t("webhooks.deliveries.sent"));
      },
    }),
    [run],
  );
}

type Ends = { onChanged: () => void; onClose: () => void };

/** The workspace whose datasets it hears of; null: all. */
type Where = string | null | undefined;

type WebhookFormProps = Ends & {
  /** null: a new one */
  webhook: WebhookState | null;
  /** true if it may hear of all workspaces */
  isOwner: boolean;
};

/** Makes a webhook, and shows its secret this once; or changes one. */
export function WebhookForm({ webhook, isOwner, onChanged, onClose }: WebhookFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [description, setDescription] = useState(webhook?.description ?? "");
  const [events, setEvents] = useState(webhook?.events ?? []);
  const [where, setWhere] = useState<Where>(isOwner ? null : undefined);
  const [secret, setSecret] = useState<string | null>(null);
  const { busy, failed, run } = useAction();
  const [tried, setTried] = useState(false);
  const [sentUrl, setSentUrl] = useState<string | null>(null);
  const isAddress = /^https?:\/\//i.test(url.trim());
  // The server's sentence names the address if it is refused for it.
  const isOfUrl = failed?.includes(`“${sentUrl}”`) ?? false;
  const refused = isOfUrl && url.trim() === sentUrl ? (failed ?? undefined) : undefined;
  const chosen = WEBHOOK_EVENTS.filter((event) => events.includes(event));
  const submit = async () => {
    const body = { url: url.trim(), events: chosen, description: description.trim() || null };
    setSentUrl(body.url);
    const made = await run(() => {
      if (webhook !== null) return api.call("updateWebhook", { ...of(webhook), body }, quiet);
      if (typeof where !== "string") return api.call("createWebhook", { body }, quiet);
      return api.call("createWorkspaceWebhook", { params: { workspace_id: where }, body }, quiet);
    });
    if (made === null) return;
    onChanged();
    if (webhook === null) return setSecret(made.value.secret);
    notify({ message: t("webhooks.form.saved", { url: made.value.url }) });
    onClose();
  };
  if (secret !== null) return <MadeSecret url={url} secret={secret} onClose={onClose} />;
  const title = webhook === null ? t("webhooks.form.create") : t("webhooks.form.edit");
  return (
    <FormDialog
      title={title}
      submit={t(webhook === null ? "webhooks.form.make" : "webhooks.form.save")}
      resting={busy || !isAddress || chosen.length === 0 || (webhook === null && where === undefined)}
      failed={isOfUrl ? null : failed}
      entered={JSON.stringify([url, description, chosen, where])}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextInput
        label={t("webhooks.form.url")}
        value={url}
        onChange={setUrl}
        error={tried && !isAddress ? t("webhooks.form.noUrl") : refused}
        onBlur={() => setTried(url.trim() !== "")}
        // A form whose button is grey is not submitted by Enter.
        onKeyDown={({ key }) => key === "Enter" && setTried(true)}
        type="url"
        placeholder={t("webhooks.form.urlBegins")}
        maxLength={WEBHOOK_URL.max}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        autoFocus
      />
      <TextInput
        label={t("webhooks.form.description")}
        value={description}
        onChange={setDescription}
        maxLength={WEBHOOK_DESCRIPTION.max}
        autoComplete="off"
        className="mt-4"
      />
      {webhook === null && <WhereChoice where={where} isOwner={isOwner} onChoose={setWhere} />}
      <fieldset className="mt-4">
        <legend className="mb-1">{t("webhooks.form.events")}</legend>
        <div className="grid grid-cols-2 gap-x-4 gap-y-1 max-[480px]:grid-cols-1">
          {WEBHOOK_EVENTS.map((event) => (
            <Checkbox
              key={event}
              label={<span translate="no">{event}</span>}
              checked={events.includes(event)}
              onChange={(on) => setEvents(on ? [...events, event] : events.filter((one) => one !== event))}
            />
          ))}
        </div>
      </fieldset>
    </FormDialog>
  );
}

type WhereChoiceProps = { where: Where; isOwner: boolean; onChoose: (where: Where) => void };

function WhereChoice({ where, isOwner, onChoose }: WhereChoiceProps) {
  const { data, error, refetch } = useQuery(managedWorkspacesQuery());
  return (
    <fieldset className="mt-4 max-h-40 overflow-auto">
      <legend className="mb-1">{t("webhooks.form.where")}</legend>
      {data === undefined && error !== null && (
        <LoadFailed message={sayFailure(error)} onRetry={() => void refetch()} />
      )}
      {isOwner && (
        <Choice group="where" checked={where === null} onChoose={() => onChoose(null)} label={t("webhooks.all")} />
      )}
      {data?.workspaces.map(({ id, name }) => (
        <Choice
          key={id}
          group="where"
          checked={where === id}
          onChoose={() => onChoose(id)}
          label={<span translate="no">{name}</span>}
        />
      ))}
    </fieldset>
  );
}

/** The receiver checks signatures by it. It is not shown again. */
function MadeSecret({ url, secret, onClose }: { url: string; secret: string; onClose: () => void }) {
  const { result, copy } = useCopy(secret);
  return (
    <PlacedDialog
      // An alert dialog, because a click outside would close content that is shown only once.
      role="alertdialog"
      title={t("webhooks.secret.title")}
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t("forms.done")}
          </Button>
          <Button variant="primary" icon={Copy} onClick={copy} autoFocus>
            {t(result === null ? "webhooks.secret.copy" : `common.${result}`)}
          </Button>
        </>
      }
    >
      <div className="px-6">
        <p className="-mt-1 mb-4 text-soft wrap-anywhere">{t("webhooks.secret.text", { url })}</p>
        <output
          aria-label={t("webhooks.secret.label")}
          dir="ltr"
          className="block select-all rounded-control border border-line bg-sunken px-3 py-2 font-mono text-small wrap-anywhere"
        >
          {secret}
        </output>
        <p className="mt-4 border-line border-l-2 pl-3 text-soft">{t("webhooks.secret.once")}</p>
      </div>
    </PlacedDialog>
  );
}

export function DeleteWebhook({ webhook, ...ends }: Ends & { webhook: WebhookState }) {
  const { url, waiting } = webhook;
  const { busy, form } = useSubmit({
    call: () => orDone(api.call("deleteWebhook", of(webhook), quiet), 404),
    done: () => t("webhooks.remove.done", { url }),
    ...ends,
  });
  return (
    <FormDialog title={t("webhooks.remove.title")} submit={t("webhooks.remove.submit")} danger resting={busy} {...form}>
      <p className="text-soft [overflow-wrap:anywhere]">
        {t("webhooks.remove.text", { url })} {waiting > 0 && t("webhooks.remove.waiting", { count: waiting })}
      </p>
    </FormDialog>
  );
}

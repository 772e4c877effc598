import type { PersonSession } from "@postil/domain/accounts/sessions";
import { fullName } from "@postil/domain/accounts/users";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { useRef } from "react";
import "../../../lib/i18n/en/people.ts";
import { api } from "../../../lib/api/api.ts";
import { personSessionsQuery } from "../../../lib/api/queries/administration.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { Button } from "../../../ui/button.tsx";
import { useFocusKept } from "../../../ui/focus.ts";
import { InlineError } from "../../../ui/no-content.tsx";
import { announce, VisuallyHidden } from "../../../ui/screen-reader.tsx";
import { Waiting } from "../../../ui/settings/waiting.tsx";
import { RelativeTime } from "../../../ui/time.tsx";
import { DialogFailure, orDone, PlacedDialog, useAction } from "../form-dialog.tsx";
import type { PersonDialogProps } from "./invitation-dialog.tsx";

const quiet = { quiet: true } as const;

/** The sessions of a user that work now, with a button to end each and one to end all (COM-15). Lazily loaded. */
export default function SessionsDialog({ person, gone, onClose }: PersonDialogProps) {
  const { data: sessions, isError, refetch } = useQuery(personSessionsQuery(person.id));
  const { busy, failed, run } = useAction();
  const name = fullName(person);
  const params = { user_id: person.id };
  /** Pressed twice, the second call finds the session ended. */
  const end = async (session: PersonSession) => {
    const ending = api.call("endPersonSession", { params: { ...params, session_id: session.id } }, quiet);
    if (await run(() => orDone(ending, 404)))
      announce(t("people.sessionsDialog.ended", { program: programText(session) }));
    void refetch();
  };
  const endAll = async () => {
    const made = await run(() => api.call("signPersonOut", { params }, quiet));
    if (made === null) return;
    const { count } = made.value;
    notify({ message: t("people.signOutDialog.done", { name, count }) });
    onClose();
  };
  const others = sessions?.filter(({ isThis }) => !isThis).length ?? 0;
  const place = useRef<HTMLDivElement>(null);
  // The own session has no button, so the focus stays in the dialog by itself after the last other one.
  useFocusKept(place, others, () => place.current?.focus());
  return (
    <PlacedDialog
      title={t("people.sessionsDialog.title", { name })}
      width={640}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t("people.keysDialog.close")}
          </Button>
          <Button variant="danger" disabled={busy || others === 0} onClick={() => void endAll()}>
            {t(others === sessions?.length ? "people.sessionsDialog.endAll" : "people.sessionsDialog.endOthers")}
          </Button>
        </>
      }
    >
      <div ref={place} tabIndex={-1} className="px-6 outline-none">
        <p className="mb-3 text-soft">{t("people.sessionsDialog.note")}</p>
        {isError && gone === null && (
          <InlineError message={t("people.sessionsDialog.failed")} onRetry={() => void refetch()} />
        )}
        {sessions === undefined && !isError && <Waiting />}
        {sessions?.length === 0 && <p>{t("people.sessionsDialog.nowhere", { name })}</p>}
        {sessions !== undefined && sessions.length > 0 && (
          <SessionTable sessions={sessions} onEnd={(session) => void end(session)} />
        )}
        <DialogFailure message={gone ?? failed} />
      </div>
    </PlacedDialog>
  );
}

const programText = ({ program }: PersonSession): string => program ?? t("people.sessionsDialog.unknown");

type SessionTableProps = {
  sessions: readonly PersonSession[];
  onEnd: (session: PersonSession) => void;
};

/** On a phone the network and the start stand below the program. */
function SessionTable({ sessions, onEnd }: SessionTableProps) {
  return (
    <table className="w-full border-collapse [&_td:last-child]:pr-0 [&_td]:border-line [&_td]:border-b [&_td]:py-2 [&_td]:pr-3 [&_th]:border-line [&_th]:border-b [&_th]:py-1.5 [&_th]:pr-3 [&_th]:text-left [&_th]:font-body [&_th]:text-small [&_th]:text-soft">
      <thead>
        <tr>
          <th scope="col">{t("people.sessionsDialog.program")}</th>
          <th scope="col" className="max-md:hidden">
            {t("people.sessionsDialog.network")}
          </th>
          <th scope="col" className="max-md:hidden">
            {t("people.sessionsDialog.began")}
          </th>
          <th scope="col">{t("people.sessionsDialog.used")}</th>
          <th scope="col">
            <VisuallyHidden>{t("people.column.actions")}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => {
          const { id, provider, network, beganAt, lastUsedAt, isThis } = session;
          const where = network ?? t("people.sessionsDialog.unknown");
          return (
            <tr key={id}>
              <td className="[overflow-wrap:anywhere]">
                <span className="font-strong">{programText(session)}</span>
                {provider !== null && <span className="text-soft"> {t("people.by", { provider })}</span>}
                <span className="block text-small text-soft md:hidden">
                  {where}, <RelativeTime at={beganAt} />
                </span>
              </td>
              <td className="font-mono text-small text-soft max-md:hidden">{where}</td>
              <td className="text-soft max-md:hidden">
                <RelativeTime at={beganAt} />
              </td>
              <td className="text-soft">
                <RelativeTime at={lastUsedAt} />
              </td>
              <td className="text-right">
                {isThis ? (
                  <span className="text-small text-soft">{t("people.sessionsDialog.own")}</span>
                ) : (
                  <Button
                    variant="quiet"
                    size="compact"
                    aria-label={t("people.sessionsDialog.endNamed", { program: programText(session), network: where })}
                    onClick={() => onEnd(session)}
                  >
                    {t("people.sessionsDialog.end")}
                  </Button>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

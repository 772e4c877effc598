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
import { type ListColumn, ListTable } from "../../../ui/list-table.tsx";
import { announce } from "../../../ui/screen-reader.tsx";
import { RelativeTime } from "../../../ui/time.tsx";
import { ListDialog, orDone, useAction } from "../form-dialog.tsx";
import type { PersonDialogProps } from "./invitation-dialog.tsx";

const quiet = { quiet: true } as const;

/** The sessions of a user that work now, with a button to end each and one to end all (COM-15). Lazily loaded. */
export default function SessionsDialog({ person, gone, onClose }: PersonDialogProps) {
  const list = useQuery(personSessionsQuery(person.id));
  const sessions = list.data;
  const { busy, failed, run } = useAction();
  const name = fullName(person);
  const params = { user_id: person.id };
  /** Pressed twice, the second call finds the session ended. */
  const end = async (session: PersonSession) => {
    const ending = api.call("endPersonSession", { params: { ...params, session_id: session.id } }, quiet);
    if (await run(() => orDone(ending, 404)))
      announce(t("people.sessionsDialog.ended", { program: programText(session) }));
    void list.refetch();
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
    <ListDialog
      title={t("people.sessionsDialog.title", { name })}
      note={t("people.sessionsDialog.note")}
      missing={t("people.sessionsDialog.failed")}
      {...{ list, failed, gone, place, onClose }}
      action={
        <Button variant="danger" disabled={busy || others === 0} onClick={() => void endAll()}>
          {t(others === sessions?.length ? "people.sessionsDialog.endAll" : "people.sessionsDialog.endOthers")}
        </Button>
      }
    >
      {sessions?.length === 0 && <p>{t("people.sessionsDialog.nowhere", { name })}</p>}
      {sessions !== undefined && sessions.length > 0 && (
        <ListTable look={LOOK} columns={columnsOf((session) => void end(session))} rows={sessions} />
      )}
    </ListDialog>
  );
}

const programText = ({ program }: PersonSession): string => program ?? t("people.sessionsDialog.unknown");

const whereText = ({ network }: PersonSession): string => network ?? t("people.sessionsDialog.unknown");

const LOOK = {
  table: "w-full border-collapse [&_td]:py-2 [&_td]:pr-3 [&_td:last-child]:pr-0",
  heads: "h-9 border-line border-b text-left text-small",
  title: "pr-3 font-body text-soft",
  row: "border-line border-b",
};

const WIDE = { head: "max-md:hidden", cell: "text-soft max-md:hidden" };

/** On a phone the network and the start stand below the program. */
const columnsOf = (onEnd: (session: PersonSession) => void): readonly ListColumn<PersonSession>[] => [
  {
    name: "program",
    title: t("people.sessionsDialog.program"),
    cell: "[overflow-wrap:anywhere]",
    draw: (session) => (
      <>
        <span className="font-strong">{programText(session)}</span>
        {session.provider !== null && (
          <span className="text-soft"> {t("people.by", { provider: session.provider })}</span>
        )}
        <span className="block text-small text-soft md:hidden">
          {whereText(session)}, <RelativeTime at={session.beganAt} />
        </span>
      </>
    ),
  },
  {
    name: "network",
    title: t("people.sessionsDialog.network"),
    ...WIDE,
    draw: (session) => <span className="font-mono text-small">{whereText(session)}</span>,
  },
  {
    name: "began",
    title: t("people.sessionsDialog.began"),
    ...WIDE,
    draw: ({ beganAt }) => <RelativeTime at={beganAt} />,
  },
  {
    name: "used",
    title: t("people.sessionsDialog.used"),
    cell: "text-soft",
    draw: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} />,
  },
  {
    name: "actions",
    title: t("people.column.actions"),
    hidden: true,
    cell: "text-right",
    draw: (session) =>
      session.isThis ? (
        <span className="text-small text-soft">{t("words.session")}</span>
      ) : (
        <Button
          variant="quiet"
          size="compact"
          aria-label={t("people.sessionsDialog.endNamed", {
            program: programText(session),
            network: whereText(session),
          })}
          onClick={() => onEnd(session)}
        >
          {t("people.sessionsDialog.end")}
        </Button>
      ),
  },
];

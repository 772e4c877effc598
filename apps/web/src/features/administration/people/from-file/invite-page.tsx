import { type InvitationDays, USUAL_INVITATION_DAYS } from "@postil/domain/accounts/invitations";
import { type FileCell, MOST_INVITED, type PeopleFile } from "@postil/domain/accounts/people-file";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { ArrowLeft, Copy, Download } from "lucide-react";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import "../../../../lib/i18n/en/people.ts";
import "../../../../lib/i18n/en/people-file.ts";
import { cellOfText } from "@postil/domain/text/spreadsheet-cell";
import { workspacesQuery } from "../../../../lib/api/queries/dataset.ts";
import { saveFile } from "../../../../lib/save-file.ts";
import type { SessionUser } from "../../../../lib/session/store.ts";
import { notify } from "../../../../lib/toasts/store.ts";
import { Button } from "../../../../ui/button.tsx";
import { Checkbox } from "../../../../ui/checkbox.tsx";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { copyToClipboard } from "../../../../ui/copy-to-clipboard.ts";
import { cx } from "../../../../ui/cx.ts";
import { DropFile } from "../../../../ui/drop-file.tsx";
import { usePageTitle } from "../../../../ui/layouts/frame.tsx";
import { cardsLook, type ListColumn, ListTable } from "../../../../ui/list-table.tsx";
import { InlineError } from "../../../../ui/no-content.tsx";
import { ProgressBar } from "../../../../ui/progress-bar.tsx";
import { useLeaveGuard, useNotAdded } from "../../../../ui/settings/unsaved.ts";
import { useRefresh } from "../../form-dialog.tsx";
import { barClass, LoadFailed } from "../../list-parts.tsx";
import { InvitationDaysField } from "../invitation-dialog.tsx";
import { RowsTable } from "./rows-table.tsx";
import { type FileFault, type MadeLink, readPeopleFile, usePeopleRows } from "./use-people-rows.ts";

type InvitePageProps = { user: SessionUser; onBack: () => void };

/** Invites the people of a file: the file, its rows, and the links (ROL-15, design/administration.md#from-a-file). */
export default function InvitePage({ user, onBack }: InvitePageProps) {
  usePageTitle(t("peopleFile.title"));
  const [file, setFile] = useState<PeopleFile | null>(null);
  const [pasted, setPasted] = useState("");
  const { data: workspaces, isError, refetch } = useQuery(workspacesQuery());
  const title = useRef<HTMLHeadingElement>(null);
  useTitleFocus(title, file === null);
  return (
    <>
      <div className={cx(barClass, "gap-x-3")}>
        <Button variant="ghost" icon={ArrowLeft} onClick={onBack} className="-ml-2">
          {t("peopleFile.back")}
        </Button>
        <h1 ref={title} tabIndex={-1} className="font-strong text-title outline-0">
          {t("peopleFile.title")}
        </h1>
      </div>
      {isError && <LoadFailed message={t("forms.peopleFailed")} onRetry={() => void refetch()} />}
      {file === null && <ChooseFile pasted={pasted} onPasted={setPasted} onRead={setFile} />}
      {file !== null && workspaces !== undefined && (
        <Invite
          user={user}
          file={file}
          isTyped={pasted.trim() !== ""}
          workspaces={workspaces.map(({ name }) => name)}
          onAnother={() => setFile(null)}
        />
      )}
    </>
  );
}

/** What had the focus may have gone with the step that it was in; then the title takes it. */
function useTitleFocus(title: RefObject<HTMLElement | null>, isChoice: boolean): void {
  const before = useRef(isChoice);
  useEffect(() => {
    if (before.current === isChoice) return;
    before.current = isChoice;
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body) title.current?.focus();
  }, [title, isChoice]);
}

type ChooseFileProps = { pasted: string; onPasted: (text: string) => void; onRead: (file: PeopleFile) => void };

function ChooseFile({ pasted, onPasted, onRead }: ChooseFileProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  useNotAdded(pasted, box);
  const [fault, setFault] = useState<{ readonly fault: FileFault; readonly count?: number } | null>(null);
  const take = async (content: Blob | undefined) => {
    if (content === undefined) return;
    const read = await readPeopleFile(content);
    if ("fault" in read) setFault(read);
    else onRead(read.file);
  };
  return (
    <>
      <p className="mb-4 max-w-180 text-soft">{t("peopleFile.note")}</p>
      {fault !== null && (
        <div className="mb-4">
          <InlineError
            message={t(`peopleFile.fault.${fault.fault}`, { count: fault.count ?? 0, most: MOST_INVITED })}
          />
        </div>
      )}
      <DropFile
        accept=".csv,.tsv,.txt,text/csv"
        chooseLabel={t("forms.chooseFile")}
        onFiles={([dropped]) => void take(dropped)}
        below={
          <>
            <label className="mt-6 block w-full">
              <span className="mb-1 block">{t("peopleFile.paste")}</span>
              <textarea
                ref={box}
                rows={5}
                value={pasted}
                onChange={(event) => onPasted(event.target.value)}
                placeholder={
                  "username,first name,last name,role,workspaces\noona-pellerin,Oona,Pellerin,annotator,archive;clinic"
                }
                spellCheck={false}
                translate="no"
                dir="auto"
                className="block w-full rounded-control border border-edge bg-surface px-2 py-[5px] font-mono text-small placeholder:text-soft"
              />
            </label>
            <Button className="mt-2" disabled={pasted.trim() === ""} onClick={() => void take(new Blob([pasted]))}>
              {t("peopleFile.read")}
            </Button>
          </>
        }
      >
        <h2 className="font-strong text-title">{t("peopleFile.drop")}</h2>
        <p className="text-soft">{t("peopleFile.most", { count: MOST_INVITED })}</p>
      </DropFile>
    </>
  );
}

type InviteProps = {
  user: SessionUser;
  file: PeopleFile;
  /** the rows are no file that could be chosen again */
  isTyped: boolean;
  workspaces: readonly string[];
  onAnother: () => void;
};

function Invite({ user, file, isTyped, workspaces, onAnother }: InviteProps) {
  const refresh = useRefresh();
  const [days, setDays] = useState<InvitationDays>(USUAL_INVITATION_DAYS);
  /** With only rows with mistakes shown: those that had one at that moment, and those changed since. Null: all rows. */
  const [held, setHeld] = useState<ReadonlySet<string> | null>(null);
  /** those of the links that were copied or saved */
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const { rows, links, notAsked, retry, run, changeCell, choose, leaveOut } = usePeopleRows({
    people: file.people,
    role: user.role,
    workspaces,
  });
  const chosen = rows.filter(({ isChosen }) => isChosen);
  const wrong = chosen.filter(({ mistakes }) => Object.keys(mistakes).length > 0);
  const open = rows.filter(({ isOpen }) => isOpen).length;
  const isBusy = run.progress !== null;
  // A row without an answer may have a link, which comes only when the same code is sent again.
  const isUnkept = isBusy || open > 0 || links.some(({ id }) => !kept.has(id));
  const isMended = chosen.some(({ isChanged }) => isChanged);
  useLeaveGuard(isUnkept || isMended || (isTyped && chosen.length > 0), {
    message: t(isUnkept ? "peopleFile.leave.message" : "peopleFile.leave.mended"),
    go: t(isUnkept ? "peopleFile.leave.go" : "unsaved.go"),
    part: "file",
  });
  const start = async () => {
    setHeld(null);
    await run.start(days);
    refresh();
  };
  const idsOfWrong = new Set(wrong.map(({ id }) => id));
  // A row stays while it is mended: it has no mistake from the first letter on that makes a good name.
  const shown = held === null ? rows : rows.filter(({ id }) => held.has(id) || idsOfWrong.has(id));
  const onCell = (id: string, cell: FileCell, text: string) => {
    setHeld((before) => before && new Set([...before, id]));
    changeCell(id, cell, text);
  };
  return (
    <>
      {links.length > 0 && (
        <MadeLinks
          links={links}
          onKept={(made) => setKept((before) => new Set([...before, ...made.map(({ id }) => id)]))}
        />
      )}
      {run.progress !== null && (
        <div className="my-4 flex items-center gap-3">
          <ProgressBar
            label={t("peopleFile.running", run.progress)}
            percent={Math.floor((100 * run.progress.done) / run.progress.all)}
            className="max-w-80 flex-1"
          />
          <span className="text-soft tabular-nums">{t("peopleFile.running", run.progress)}</span>
          <Button onClick={run.stop}>{t("forms.stop")}</Button>
        </div>
      )}
      {run.failed !== null && (
        <InlineError
          message={[
            t("peopleFile.stopped", { why: run.failed }),
            ...(open > 0 ? [t("peopleFile.open", { count: open })] : []),
          ].join(" ")}
        />
      )}
      {rows.length > 0 && (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
            <span role="status" className="text-soft tabular-nums">
              {[
                t("forms.rows", { count: rows.length }),
                ...(rows.length > chosen.length
                  ? [t("peopleFile.leftOut", { count: rows.length - chosen.length })]
                  : []),
                ...(wrong.length > 0 ? [t("peopleFile.wrong", { count: wrong.length })] : []),
              ].join(", ")}
            </span>
            {(wrong.length > 0 || held !== null) && (
              <Checkbox
                label={t("peopleFile.onlyWrong")}
                checked={held !== null}
                onChange={(on) => setHeld(on ? idsOfWrong : null)}
              />
            )}
            {wrong.length > 0 && (
              <Button variant="ghost" onClick={() => leaveOut(idsOfWrong)}>
                {t("peopleFile.leaveOutWrong")}
              </Button>
            )}
            <span className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-2 max-md:ml-0">
              <InvitationDaysField days={days} onChange={setDays} />
              <Button
                variant="primary"
                disabled={isBusy || wrong.length > 0 || chosen.length === 0}
                onClick={() => void start()}
              >
                {t("peopleFile.invite", { count: chosen.length })}
              </Button>
            </span>
          </div>
          {file.unread.length > 0 && (
            <p className="mb-2 text-soft wrap-anywhere">
              {t("peopleFile.unread", { count: file.unread.length, names: file.unread.join(", ") })}
            </p>
          )}
          {notAsked !== null && <InlineError message={t("peopleFile.notAsked", { why: notAsked })} onRetry={retry} />}
          <RowsTable rows={shown} role={user.role} isBusy={isBusy} onCell={onCell} onChoose={choose} />
        </>
      )}
      {!isUnkept && !isMended && (
        <Button variant="ghost" className="mt-4 -ml-2" onClick={onAnother}>
          {t("peopleFile.another")}
        </Button>
      )}
    </>
  );
}

type MadeLinksProps = {
  links: readonly MadeLink[];
  /** `kept` were copied or saved */
  onKept: (kept: readonly MadeLink[]) => void;
};

const LOOK = cardsLook("max-[640px]:grid-cols-[minmax(0,1fr)_auto]");
const TEXT = "overflow-hidden whitespace-nowrap text-ellipsis pr-3";
const columnsOf = (onKept: MadeLinksProps["onKept"]): readonly ListColumn<MadeLink>[] => [
  {
    ...{ name: "name", title: t("words.name"), head: "w-60 max-[960px]:w-40" },
    cell: `${TEXT} max-[640px]:order-1`,
    draw: ({ name }) => <bdi translate="no">{name}</bdi>,
  },
  {
    ...{ name: "username", title: t("peopleFile.column.username"), head: "w-42 max-[960px]:w-32" },
    cell: `${TEXT} text-soft max-[640px]:hidden`,
    draw: ({ username }) => <span translate="no">{username}</span>,
  },
  {
    ...{ name: "link", title: t("forms.link") },
    cell: `${TEXT} font-mono text-small select-all max-[640px]:order-3 max-[640px]:col-span-2`,
    draw: ({ link }) => <span translate="no">{link}</span>,
  },
  {
    ...{ name: "copy", title: t("forms.copyLink"), hidden: true, head: "w-12" },
    cell: "text-right max-[640px]:order-2",
    draw: (made) => {
      const what = t("peopleFile.copyLink", { name: made.name });
      return <CopyButton text={made.link} what={what} translate="no" onCopied={() => onKept([made])} />;
    },
  },
];

const cellsOf = ({ name, username, link }: MadeLink) => [name, username, link].map(cellOfText);
const csvOf = (links: readonly MadeLink[]): string => {
  const rows = [["name", "username", "link"], ...links.map(cellsOf)];
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return rows.map((cells) => `${cells.map(cell).join(",")}\r\n`).join("");
};

/** The links that were made, with the people they are for. They are shown only this once (ROL-15). */
function MadeLinks({ links, onKept }: MadeLinksProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done is the same whichever drawing it is from
  const columns = useMemo(() => columnsOf(onKept), []);
  const days = Math.min(...links.map((link) => link.days));
  const copy = async () => {
    const copied = await copyToClipboard(links.map((link) => cellsOf(link).join("\t")).join("\n"));
    notify({
      message: copied ? t("peopleFile.copied", { count: links.length }) : t("common.copyFailed"),
      type: copied ? "success" : "error",
    });
    if (copied) onKept(links);
  };
  const save = () => {
    saveFile("invitations.csv", new Blob([csvOf(links)], { type: "text/csv" }));
    onKept(links);
  };
  return (
    <section aria-label={t("peopleFile.links")} className="mt-2 mb-8">
      <div className="flex flex-wrap items-center gap-2 py-2">
        <h2 className="mr-auto font-strong text-title">{t("peopleFile.made", { count: links.length })}</h2>
        <Button icon={Download} onClick={save}>
          {t("peopleFile.download")}
        </Button>
        <Button variant="primary" icon={Copy} onClick={() => void copy()}>
          {t("peopleFile.copyAll")}
        </Button>
      </div>
      <p className="mb-3 max-w-180 text-soft">
        {t("peopleFile.once", { days: t("inviteLinks.days", { count: days }) })}
      </p>
      <ListTable label={t("peopleFile.links")} look={LOOK} columns={columns} rows={links} />
    </section>
  );
}

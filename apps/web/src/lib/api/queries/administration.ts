import { keysFromWire, sessionFromWire } from "@postil/contract/accounts/access-mapping";
import {
  auditEntryFromWire,
  backupsFromWire,
  deletedFromWire,
  deliveryFromWire,
  personFromWire,
  restorationFromWire,
  storeFileFromWire,
  warningFromWire,
  webhookStateFromWire,
  workFromWire,
  workspaceOverviewFromWire,
  workspaceSummaryFromWire,
} from "@postil/contract/accounts/administration-mapping";
import type { AuditFilter } from "@postil/domain/accounts/audit";
import { timeToText } from "@postil/domain/time";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import "../manager-routes.ts";
import { atLeast } from "../../minimum-delay.ts";
import { api } from "../api.ts";
import { quietQuery, screenQuery } from "../quiet-query.ts";
import { providerTitles } from "./own-account.ts";

/** The accounts, workspaces and audit trail that the user may see. Failures show in their own places, so the calls are quiet. */

/** Data older than this is reloaded when it is shown again, ms. The figures also reload when the window gets the focus. */
const STALE_TIME = 60_000;
/**
 * For lists that several people change at once. They are reloaded when the window gets the focus and every 30 s while the page
 * is visible. A hidden page does not reload.
 */
const lists = { staleTime: STALE_TIME, refetchOnWindowFocus: "always", refetchInterval: 30_000 } as const;
const figures = { staleTime: STALE_TIME, refetchOnWindowFocus: true } as const;
/** Asked again each time. */
const anew = { gcTime: 0 } as const;

type AnswerCounts = { readonly items: readonly { readonly user_id: string; readonly answers: number }[] };

/** The answers of the last seven days by person. A person without answers is not in the map. */
const answersByPerson = ({ items }: AnswerCounts): ReadonlyMap<string, number> =>
  new Map(items.map(({ user_id, answers }) => [user_id, answers]));

const aboutPerson = (id: string) => ({ params: { user_id: id } });
const aboutWorkspace = (id: string) => ({ params: { workspace_id: id } });

export const peopleQuery = () =>
  queryOptions({
    queryKey: ["people", "list"],
    queryFn: async ({ signal }) => {
      const { items, ask } = await atLeast(api.call("listPeople", {}, { signal, quiet: true }));
      const people = items.map(personFromWire);
      if (people.every(({ provider }) => provider === null)) return { people, ask };
      const titleOf = await providerTitles(signal);
      return {
        people: people.map((person) => ({ ...person, provider: person.provider && titleOf(person.provider) })),
        ask,
      };
    },
    ...lists,
  });

export const peopleAnswersQuery = () =>
  quietQuery(["people", "answers"], "countPeopleAnswers", {}, answersByPerson, figures);

/** Counts of the work that stays and the work that is deleted with a person. Counted again for each request. */
export const personWorkQuery = (id: string) =>
  quietQuery(["people", "work", id], "countPersonWork", aboutPerson(id), workFromWire, anew);

/** The current keys of a person, by name and last characters. */
export const personKeysQuery = (id: string) =>
  quietQuery(["people", "keys", id], "listPersonKeys", aboutPerson(id), keysFromWire, anew);

/** The sessions of a person that work now. */
export const personSessionsQuery = (id: string) =>
  quietQuery(
    ["people", "sessions", id],
    "listPersonSessions",
    aboutPerson(id),
    ({ items }) => items.map(sessionFromWire),
    anew,
  );

export const managedWorkspacesQuery = () =>
  screenQuery(
    ["workspaces", "managed"],
    "listWorkspaces",
    {},
    ({ items, people }) => ({ workspaces: items.map(workspaceSummaryFromWire), people }),
    lists,
  );

/** The answers of the last seven days by workspace. A workspace without answers is not in the map. */
export const workspacesAnswersQuery = () =>
  quietQuery(
    ["workspaces", "answers"],
    "countAnswersOfWorkspaces",
    {},
    ({ items }) => new Map(items.map(({ workspace_id, answers }) => [workspace_id, answers])),
    figures,
  );

export const workspaceOverviewQuery = (id: string) =>
  screenQuery(
    ["workspaces", "overview", id],
    "getWorkspaceOverview",
    aboutWorkspace(id),
    workspaceOverviewFromWire,
    lists,
  );

/** The answers of the last seven days in a workspace by person. */
export const workspaceAnswersQuery = (id: string) =>
  quietQuery(["workspaces", "answers", id], "countAnswersInWorkspace", aboutWorkspace(id), answersByPerson, figures);

/** How often the list is read while a job deletes or restores records. */
const WHILE_CHANGING_MS = 2000;

/** What was deleted and can be restored, and how many days the server keeps it. */
export const binQuery = () =>
  screenQuery(
    ["bin", "list"],
    "listDeleted",
    {},
    ({ items, keep_days }) => ({ deleted: items.map(deletedFromWire), keepDays: keep_days }),
    {
      ...lists,
      refetchInterval: ({ state: { data } }) =>
        data?.deleted.some(({ state }) => state !== "kept") ? WHILE_CHANGING_MS : false,
    },
  );

/** What a restoration would do. Asked again each time, because names are taken meanwhile. */
export const restorationQuery = (id: string) =>
  quietQuery(["bin", "restoration", id], "getDeleted", { params: { deleted_id: id } }, restorationFromWire, anew);

/** Events are on their way while somebody looks. */
const DELIVERIES_EVERY = 3000;

/** While a backup is being made. */
const BACKUP_EVERY = 1000;

/** For owners: when the data was backed up last, and what is about to go wrong. */
export const serverStateQuery = () =>
  quietQuery(
    ["server-state"],
    "getServerState",
    {},
    ({ backups, warnings }) => ({ backups: backupsFromWire(backups), warnings: warnings.map(warningFromWire) }),
    {
      ...lists,
      refetchInterval: ({ state: { data } }) => (data?.backups.running ? BACKUP_EVERY : lists.refetchInterval),
    },
  );

/** For owners: how much of the store's file is free. */
export const storeFileQuery = () => quietQuery(["store-file"], "getStoreFile", {}, storeFileFromWire, lists);

export const webhooksQuery = () =>
  screenQuery(["webhooks", "list"], "listWebhookStates", {}, ({ items }) => items.map(webhookStateFromWire), {
    ...lists,
    refetchInterval: ({ state: { data } }) => (data?.some(({ waiting }) => waiting > 0) ? DELIVERIES_EVERY : false),
  });

export const deliveriesQuery = (id: string) =>
  quietQuery(
    ["webhooks", "deliveries", id],
    "listWebhookDeliveries",
    { params: { webhook_id: id } },
    ({ waiting, ended }) => ({ waiting: waiting.map(deliveryFromWire), ended: ended.map(deliveryFromWire) }),
    { gcTime: 0, refetchInterval: DELIVERIES_EVERY },
  );

export const auditQueryOf = ({ people, groups, since, search }: AuditFilter) => ({
  person: [...people],
  group: [...groups],
  ...(since === null ? {} : { since: timeToText(since) }),
  ...(search.trim() === "" ? {} : { search: search.trim() }),
});

/** Entries on a page, the same as the server's default. */
const PAGE = 50;

/**
 * A page of the audit trail, with the number of entries before it. The page shows a load failure itself. `ends`: the last key
 * of each page before it.
 */
export const auditQuery = (filter: AuditFilter, ends: readonly number[]) => {
  const before = ends.at(-1);
  return quietQuery(
    ["audit", filter, ends],
    "listAudit",
    { query: { ...auditQueryOf(filter), ...(before === undefined ? {} : { before }) } },
    ({ items, ...counts }) => ({ entries: items.map(auditEntryFromWire), before: ends.length * PAGE, ...counts }),
    // Never on a timer: new entries would move the ones that the user is reading.
    { placeholderData: keepPreviousData, refetchOnWindowFocus: "always" },
  );
};

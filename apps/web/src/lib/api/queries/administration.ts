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

type AnswerCounts = { readonly items: readonly { readonly user_id: string; readonly answers: number }[] };

/** The answers of the last seven days by person. A person without answers is not in the map. */
const answersByPerson = ({ items }: AnswerCounts): ReadonlyMap<string, number> =>
  new Map(items.map(({ user_id, answers }) => [user_id, answers]));

const aboutWorkspace = (id: string) => ({ params: { workspace_id: id } });

const PEOPLE = ["people"] as const;

export const peopleQuery = () =>
  queryOptions({
    queryKey: [...PEOPLE, "list"],
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
  queryOptions({
    queryKey: [...PEOPLE, "answers"],
    queryFn: async ({ signal }) => answersByPerson(await api.call("countPeopleAnswers", {}, { signal, quiet: true })),
    ...figures,
  });

/** Counts of the work that stays and the work that is deleted with a person. Counted again for each request. */
export const personWorkQuery = (id: string) =>
  queryOptions({
    queryKey: [...PEOPLE, "work", id],
    queryFn: async ({ signal }) =>
      workFromWire(await api.call("countPersonWork", { params: { user_id: id } }, { signal, quiet: true })),
    gcTime: 0,
  });

/** The current keys of a person, by name and last characters. */
export const personKeysQuery = (id: string) =>
  queryOptions({
    queryKey: [...PEOPLE, "keys", id],
    queryFn: async ({ signal }) =>
      keysFromWire(await api.call("listPersonKeys", { params: { user_id: id } }, { signal, quiet: true })),
    gcTime: 0,
  });

/** The sessions of a person that work now. */
export const personSessionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...PEOPLE, "sessions", id],
    queryFn: async ({ signal }) => {
      const asked = { params: { user_id: id } };
      return (await api.call("listPersonSessions", asked, { signal, quiet: true })).items.map(sessionFromWire);
    },
    gcTime: 0,
  });

export const managedWorkspacesQuery = () =>
  queryOptions({
    queryKey: ["workspaces", "managed"],
    queryFn: async ({ signal }) => {
      const { items, people } = await atLeast(api.call("listWorkspaces", {}, { signal, quiet: true }));
      return { workspaces: items.map(workspaceSummaryFromWire), people };
    },
    ...lists,
  });

/** The answers of the last seven days by workspace. A workspace without answers is not in the map. */
export const workspacesAnswersQuery = () =>
  queryOptions({
    queryKey: ["workspaces", "answers"],
    queryFn: async ({ signal }) => {
      const { items } = await api.call("countAnswersOfWorkspaces", {}, { signal, quiet: true });
      return new Map(items.map(({ workspace_id, answers }) => [workspace_id, answers]));
    },
    ...figures,
  });

export const workspaceOverviewQuery = (id: string) =>
  queryOptions({
    queryKey: ["workspaces", "overview", id],
    queryFn: async ({ signal }) =>
      workspaceOverviewFromWire(
        await atLeast(api.call("getWorkspaceOverview", aboutWorkspace(id), { signal, quiet: true })),
      ),
    ...lists,
  });

/** The answers of the last seven days in a workspace by person. */
export const workspaceAnswersQuery = (id: string) =>
  queryOptions({
    queryKey: ["workspaces", "answers", id],
    queryFn: async ({ signal }) =>
      answersByPerson(await api.call("countAnswersInWorkspace", aboutWorkspace(id), { signal, quiet: true })),
    ...figures,
  });

const BIN = ["bin"] as const;

/** How often the list is read while a job deletes or restores records. */
const WHILE_CHANGING_MS = 2000;

/** What was deleted and can be restored, and how many days the server keeps it. */
export const binQuery = () =>
  queryOptions({
    queryKey: [...BIN, "list"],
    queryFn: async ({ signal }) => {
      const { items, keep_days } = await atLeast(api.call("listDeleted", {}, { signal, quiet: true }));
      return { deleted: items.map(deletedFromWire), keepDays: keep_days };
    },
    ...lists,
    refetchInterval: ({ state: { data } }) =>
      data?.deleted.some(({ state }) => state !== "kept") ? WHILE_CHANGING_MS : false,
  });

/** What a restoration would do. Asked again each time, because names are taken meanwhile. */
export const restorationQuery = (id: string) =>
  queryOptions({
    queryKey: [...BIN, "restoration", id],
    queryFn: async ({ signal }) =>
      restorationFromWire(await api.call("getDeleted", { params: { deleted_id: id } }, { signal, quiet: true })),
    gcTime: 0,
  });

const WEBHOOKS = ["webhooks"] as const;

/** Events are on their way while somebody looks. */
const DELIVERIES_EVERY = 3000;

/** While a backup is being made. */
const BACKUP_EVERY = 1000;

/** For owners: when the data was backed up last, and what is about to go wrong. */
export const serverStateQuery = () =>
  queryOptions({
    queryKey: ["server-state"],
    queryFn: async ({ signal }) => {
      const { backups, warnings } = await api.call("getServerState", {}, { signal, quiet: true });
      return { backups: backupsFromWire(backups), warnings: warnings.map(warningFromWire) };
    },
    ...lists,
    refetchInterval: ({ state: { data } }) => (data?.backups.running ? BACKUP_EVERY : lists.refetchInterval),
  });

/** For owners: how much of the store's file is free. */
export const storeFileQuery = () =>
  queryOptions({
    queryKey: ["store-file"],
    queryFn: async ({ signal }) => storeFileFromWire(await api.call("getStoreFile", {}, { signal, quiet: true })),
    ...lists,
  });

export const webhooksQuery = () =>
  queryOptions({
    queryKey: [...WEBHOOKS, "list"],
    queryFn: async ({ signal }) => {
      const { items } = await atLeast(api.call("listWebhookStates", {}, { signal, quiet: true }));
      return items.map(webhookStateFromWire);
    },
    ...lists,
    refetchInterval: ({ state: { data } }) => (data?.some(({ waiting }) => waiting > 0) ? DELIVERIES_EVERY : false),
  });

export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: [...WEBHOOKS, "deliveries", id],
    queryFn: async ({ signal }) => {
      const params = { webhook_id: id };
      const { waiting, ended } = await api.call("listWebhookDeliveries", { params }, { signal, quiet: true });
      return { waiting: waiting.map(deliveryFromWire), ended: ended.map(deliveryFromWire) };
    },
    gcTime: 0,
    refetchInterval: DELIVERIES_EVERY,
  });

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
export const auditQuery = (filter: AuditFilter, ends: readonly number[]) =>
  queryOptions({
    queryKey: ["audit", filter, ends],
    queryFn: async ({ signal }) => {
      const before = ends.at(-1);
      const query = { ...auditQueryOf(filter), ...(before === undefined ? {} : { before }) };
      const { items, ...counts } = await api.call("listAudit", { query }, { signal, quiet: true });
      return { entries: items.map(auditEntryFromWire), before: ends.length * PAGE, ...counts };
    },
    placeholderData: keepPreviousData,
    // Never on a timer: new entries would move the ones that the user is reading.
    refetchOnWindowFocus: "always",
  });

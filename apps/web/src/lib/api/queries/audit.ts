import { auditEntryFromWire } from "@postil/contract/accounts/administration-mapping";
import type { AuditFilter } from "@postil/domain/accounts/audit";
import { timeToText } from "@postil/domain/time";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";
import "../manager-routes.ts";

/** The query parameters of a filter. */
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

import { auditEntryFromWire } from "@postil/contract/mapping/audit";
import type { AuditFilter } from "@postil/domain/accounts/audit";
import { timeToText } from "@postil/domain/time";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";
import "../manager-routes.ts";

/** How a filter is asked for. */
export const auditQueryOf = ({ people, groups, since, search }: AuditFilter) => ({
  person: [...people],
  group: [...groups],
  ...(since === null ? {} : { since: timeToText(since) }),
  ...(search.trim() === "" ? {} : { search: search.trim() }),
});

/** Entries on a page, as many as the server gives unasked. */
const PAGE = 50;

/**
 * A page of the audit trail, with how many entries come before it; the page says by itself when it cannot be loaded. `ends`:
 * the keys of the entries that the pages before it end with.
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
    // Not by the clock: new entries move those that are being read.
    refetchOnWindowFocus: "always",
  });

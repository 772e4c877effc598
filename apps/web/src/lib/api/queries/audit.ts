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

/** A page of the audit trail, before an entry; the page says by itself when it cannot be loaded. */
export const auditQuery = (filter: AuditFilter, before: number | null) =>
  queryOptions({
    queryKey: ["audit", filter, before],
    queryFn: async ({ signal }) => {
      const query = { ...auditQueryOf(filter), ...(before === null ? {} : { before }) };
      const { items, ...counts } = await api.call("listAudit", { query }, { signal, quiet: true });
      return { entries: items.map(auditEntryFromWire), ...counts };
    },
    placeholderData: keepPreviousData,
  });

import { useNavigate, useSearch } from "@tanstack/react-router";
import {
  type AuditCriteria,
  passedOver,
  readAuditCriteria,
  writeAuditCriteria,
} from "../../features/administration/audit/audit-criteria.ts";
import { AuditPage } from "../../features/administration/audit/audit-page.tsx";
import { replacesAddress } from "../replaces-address.ts";

/** The audit trail. Its filters are in the address. */
export function Audit() {
  const navigate = useNavigate({ from: "/audit" });
  const search = useSearch({ from: "/inside/administration/audit" });
  const criteria = readAuditCriteria(search);
  const onCriteria = (next: AuditCriteria) =>
    void navigate({ search: writeAuditCriteria(next), replace: replacesAddress(search, criteria, next) });
  return <AuditPage criteria={criteria} ignored={passedOver(search)} onCriteria={onCriteria} />;
}

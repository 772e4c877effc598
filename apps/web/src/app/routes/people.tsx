import { useNavigate, useSearch } from "@tanstack/react-router";
import {
  type PeopleCriteria,
  readPeopleCriteria,
  writePeopleCriteria,
} from "../../features/administration/people/people-list.ts";
import { PeoplePage } from "../../features/administration/people/people-page.tsx";
import { readText } from "../../lib/listed-values.ts";
import { useUser } from "../../lib/session/use-session.ts";
import { replacesAddress } from "../replaces-address.ts";

/** The list of people. Its filters and order are in the address. */
export function People() {
  const user = useUser();
  const navigate = useNavigate({ from: "/people" });
  const search = useSearch({ from: "/inside/administration/people" });
  const criteria = readPeopleCriteria(search);
  const onCriteria = (next: PeopleCriteria) =>
    void navigate({ search: writePeopleCriteria(next), replace: replacesAddress(search, criteria, next) });
  // The user just signed out. The router is about to leave the page.
  if (user === null) return null;
  const { add } = search;
  return (
    <PeoplePage
      user={user}
      criteria={criteria}
      onCriteria={onCriteria}
      addTo={add === undefined ? null : readText(add)}
      onAdded={() => void navigate({ search: writePeopleCriteria(criteria), replace: true })}
      onAudit={({ username }) => void navigate({ to: "/audit", search: { search: encodeURIComponent(username) } })}
    />
  );
}

import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { failureOf } from "../lib/api/failure.ts";
import { datasetQuery } from "../lib/api/queries/dataset.ts";

/** Refused, missing, or an id that cannot be one. */
const NO_ACCESS = [403, 404, 422];

/** Shows the list instead of a dataset one has no access to; the toast of the failed call comes along (ROL-14). */
export function useLeaveWithoutAccess(datasetId: string): void {
  const navigate = useNavigate();
  const { error } = useQuery(datasetQuery(datasetId));
  const status = failureOf(error)?.status ?? null;
  const leaving = status !== null && NO_ACCESS.includes(status);
  useEffect(() => {
    if (leaving) void navigate({ to: "/datasets", replace: true, state: { keepToasts: true } });
  }, [leaving, navigate]);
  // Any other failure belongs on the error page.
  if (error !== null && !leaving) throw error;
}

import { useNavigate } from "@tanstack/react-router";
import { useFailureToasts } from "../workbench/saving/use-failure-toasts.ts";

/** Answers are delivered on every page, so it is told on every page when one is given up (FRS-14). */
export function FailureToasts() {
  const navigate = useNavigate();
  useFailureToasts(
    ({ datasetId, recordId }) =>
      void navigate({ to: "/dataset/{-$id}/annotation-mode", params: { id: datasetId }, search: { record: recordId } }),
  );
  return null;
}

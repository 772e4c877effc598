import type { RecordStatus } from "./entities.ts";

/** What the address of the feedback annotation page says: the queue, the place in it, or one record (VST-06, screens 3.2). */
export type FeedbackView = {
  readonly status: RecordStatus;
  /** the place in the queue, from 1 */
  readonly page: number;
  /** a record to open whatever its status; then `status` and `page` say where the queue goes on */
  readonly record: string | null;
};

export const DEFAULT_VIEW: FeedbackView = { status: "pending", page: 1, record: null };

export const RECORD_STATUSES = [
  "pending",
  "draft",
  "submitted",
  "discarded",
] as const satisfies readonly RecordStatus[];

const ENTRIES = ["page", "status", "record"] as const;
/** `n`, or the bulk view's `n~size`. */
const PAGE = /^([1-9]\d{0,8})(?:~\d+)?$/;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads a query string, with or without its `?`; what cannot be read counts as absent (screens 3). */
export function readFeedbackView(query: string): FeedbackView {
  const entries = new URLSearchParams(query);
  const page = PAGE.exec(entries.get("page") ?? "")?.[1];
  const status = entries.get("status");
  const record = entries.get("record");
  return {
    page: page === undefined ? DEFAULT_VIEW.page : Number(page),
    status: RECORD_STATUSES.find((known) => known === status) ?? DEFAULT_VIEW.status,
    record: record !== null && ID.test(record) ? record : null,
  };
}

/**
 * The query string that says the view, without `?`. The entries of other parts of the page stay letter for letter as they
 * are; empty ones are left out (VST-02), and so is the status pending, which is where everybody begins.
 */
export function writeFeedbackView(query: string, view: FeedbackView): string {
  const others = query
    .replace(/^\?/, "")
    .split("&")
    .filter((entry) => {
      const [name = "", value = ""] = entry.split("=", 2);
      return value !== "" && !ENTRIES.some((own) => own === name);
    });
  const own = [`page=${view.page}`];
  if (view.status !== DEFAULT_VIEW.status) own.push(`status=${view.status}`);
  if (view.record !== null) own.push(`record=${encodeURIComponent(view.record)}`);
  return [...own, ...others].join("&");
}

/** VST-03, VST-07: the first write on a page opened without a query replaces, so that Back leaves the page in one step. */
export function historyStep(query: string): "push" | "replace" {
  return query.replace(/^\?/, "") === "" ? "replace" : "push";
}

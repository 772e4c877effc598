import { type ProviderRefusal, providerRefusalOf } from "@postil/domain/accounts/provider-sign-in";
import { tooManySignInsOf } from "@postil/domain/accounts/too-many-sign-ins";
import { asObject } from "@postil/domain/json-object";
import { failureOf } from "../../lib/api/failure.ts";

/** Why a sign-in with a provider did not succeed, as far as the page says it differently. */
export type CallbackReason =
  | Exclude<ProviderRefusal, "off" | "codeMissing" | "stateMissing" | "stateMismatch">
  | "over"
  | "tooMany"
  | "unknown"
  | "unreached"
  | "other";

export type CallbackFailure = {
  readonly reason: CallbackReason;
  /** What came back, for a report: the provider's own code and the server's status. */
  readonly answer: string;
  /** The provider's own code, when it sent one. */
  readonly code: string | null;
  /** After how many seconds the server lets another one be tried, when it says so. */
  readonly seconds: number | null;
};

const REASONS: { readonly [R in ProviderRefusal]: CallbackReason } = {
  off: "unknown",
  codeMissing: "over",
  stateMissing: "over",
  stateMismatch: "over",
  account: "account",
  role: "role",
  deactivated: "deactivated",
  denied: "denied",
  codeRefused: "codeRefused",
  nameMissing: "nameMissing",
  unreachable: "unreachable",
  untrusted: "untrusted",
  failing: "failing",
  late: "late",
  busy: "busy",
  unreadable: "unreadable",
  clocks: "clocks",
  insecure: "insecure",
};

/** What providers may say; anything else somebody could have written into a link. */
const CODES =
  /^(access_denied|account_selection_required|consent_required|https_needed|interaction_required|invalid_request|invalid_scope|login_required|server_error|temporarily_unavailable|unauthorized_client|unsupported_response_type)$/;

const errorIn = (search: string): string | null =>
  CODES.exec(new URLSearchParams(search).get("error") ?? "")?.[0] ?? null;

const NOTHING_SAID = { answer: "", code: null, seconds: null } as const;

/** Why the exchange failed. */
export function callbackFailure(error: unknown, search: string): CallbackFailure {
  const failure = failureOf(error);
  if (failure === null) return { ...NOTHING_SAID, reason: "other" };
  const { status, body, retryAfter } = failure;
  if (status === null) return { ...NOTHING_SAID, reason: "unreached" };
  const detail = asObject(body)?.detail;
  const known = providerRefusalOf(detail);
  const reason = known === null ? reasonOf(status, detail) : REASONS[known];
  const code = errorIn(search);
  const seconds = Number(/^\d{1,5}$/.exec(retryAfter ?? "")?.[0] ?? 0) || null;
  return { reason, answer: code === null ? String(status) : `${code} (${status})`, code, seconds };
}

/** What the server says in no word of its own for callbacks. */
function reasonOf(status: number, detail: unknown): CallbackReason {
  if (status === 429) return tooManySignInsOf(detail) === "underWay" ? "busy" : "tooMany";
  return status === 404 ? "unknown" : "other";
}

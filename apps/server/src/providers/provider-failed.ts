import { PROVIDER_REFUSALS, type ProviderRefusal } from "@postil/domain/accounts/sign-in";
import { Refusal, type RefusalCode } from "@postil/domain/refusal";

const CODES = {
  denied: "not_confirmed",
  codeRefused: "not_confirmed",
  nameMissing: "not_confirmed",
  unreachable: "provider_failed",
  untrusted: "provider_failed",
  failing: "provider_failed",
  unreadable: "provider_failed",
  clocks: "provider_failed",
  late: "provider_late",
  busy: "provider_late",
} as const satisfies { readonly [R in ProviderRefusal]?: RefusalCode };

export type ProviderFailure = keyof typeof CODES;
/** Why a sign-in ended before the person was sent to the provider. */
export type EndedBefore = ProviderFailure | "insecure";

export class ProviderFailed extends Refusal {
  readonly reason: ProviderFailure;
  constructor(reason: ProviderFailure) {
    super(CODES[reason], PROVIDER_REFUSALS[reason]);
    this.reason = reason;
  }
}

import type { Configuration } from "openid-client";
import type { Attempt } from "./attempts.ts";
import type { ProviderSettings } from "./settings.ts";

/** A person as a provider tells of them; `calledBy` is null when it tells no name. */
export type Told = { readonly subject: string; readonly calledBy: string | null; readonly fullName: string | null };

/** What differs between the kinds of providers. Both may fail in any way. */
export type Dialect = {
  /** `patienceSeconds`: how long each answer is waited for. */
  connect(settings: ProviderSettings, patienceSeconds: number): Promise<Configuration>;
  /** Exchanges the code in the callback's address for whose it is. */
  identify(configuration: Configuration, settings: ProviderSettings, callback: URL, attempt: Attempt): Promise<Told>;
};

import type { Configuration } from "openid-client";
import type { Attempt } from "./attempts.ts";
import type { ProviderSettings } from "./settings.ts";

/** A person as the provider describes them; `calledBy` is null if the provider gives no name. */
export type Told = { readonly subject: string; readonly calledBy: string | null; readonly fullName: string | null };

/** The differences between kinds of providers. Both functions may fail in any way. */
export type Dialect = {
  /** `patienceSeconds`: maximum time to wait for each answer. */
  connect(settings: ProviderSettings, patienceSeconds: number): Promise<Configuration>;
  /** Exchanges the code in the callback's URL for the person's identity. */
  identify(configuration: Configuration, settings: ProviderSettings, callback: URL, attempt: Attempt): Promise<Told>;
};

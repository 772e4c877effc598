import type { Fixtures } from "@playwright/test";
import { type IdentityProvider, startIdentityProvider } from "../../apps/server/tests/support/identity-provider.ts";

export type { IdentityProvider } from "../../apps/server/tests/support/identity-provider.ts";

/** An identity provider on the same machine, one for each worker. A test can set its `fault`. */
export const withProvider: Fixtures<Record<never, never>, { readonly provider: IdentityProvider }> = {
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures asked for from this pattern
    async ({}, use) => {
      const provider = await startIdentityProvider();
      await use(provider);
      await provider.close();
    },
    { scope: "worker" },
  ],
};

/** The server settings for a provider with this name. */
export const clientOf = (name: string, { issuer, client }: IdentityProvider) => ({
  [`OAUTH2_${name}_ISSUER`]: issuer,
  [`OAUTH2_${name}_CLIENT_ID`]: client.id,
  [`OAUTH2_${name}_CLIENT_SECRET`]: client.secret,
});

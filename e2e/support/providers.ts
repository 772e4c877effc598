import type { Fixtures } from "@playwright/test";
import { type IdentityProvider, startIdentityProvider } from "../../apps/server/tests/support/identity-provider.ts";

export type { IdentityProvider } from "../../apps/server/tests/support/identity-provider.ts";

/** A provider on the same machine, for all tests of a file: by its fault, one that something is wrong with. */
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

/** What a server is told of a provider, under a name. */
export const clientOf = (name: string, { issuer, client }: IdentityProvider) => ({
  [`OAUTH2_${name}_ISSUER`]: issuer,
  [`OAUTH2_${name}_CLIENT_ID`]: client.id,
  [`OAUTH2_${name}_CLIENT_SECRET`]: client.secret,
});

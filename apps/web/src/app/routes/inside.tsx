import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import "../../lib/i18n/en/inside.ts";
import "../../lib/api/member-routes.ts";
import { queryClient } from "../../lib/api/query-client.ts";
import { CommandsProvider } from "../../lib/commands/commands-provider.tsx";
import { deliverBy } from "../../lib/outbox/current.ts";
import { useSession } from "../../lib/session/use-session.ts";
import { CommandOverlays } from "../../ui/commands/command-overlays.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { whenAtRest } from "../at-rest.ts";
import { byFamily } from "../deliver-answers.ts";
import { RemovedInstead } from "../lost-instead.tsx";

/** What has failed before its code is here is told then. */
const FailureToasts = lazyPart(() => import("../failure-toasts.tsx"));
const nothing = () => undefined;

// What was not delivered on an earlier visit is delivered wherever the user comes back to.
deliverBy(byFamily);

/** What the pages of signed-in users share. The query library comes with them: sign-in does without its 10 kB. */
export function Inside() {
  const session = useSession();
  const router = useRouter();
  useEffect(() => whenAtRest(router), [router]);
  const user = session.status === "signed-in" ? session.user : null;
  if (session.status === "anonymous" && session.removed !== undefined) return <RemovedInstead user={session.removed} />;
  // Nobody is signed in any more, or another tab has signed in somebody else: nothing may be asked for in the old name.
  if (user === null) return null;
  return (
    <QueryClientProvider key={user.id} client={queryClient}>
      <CommandsProvider>
        <Outlet />
        <CommandOverlays />
        <FailureToasts whenMissing={nothing} />
      </CommandsProvider>
    </QueryClientProvider>
  );
}

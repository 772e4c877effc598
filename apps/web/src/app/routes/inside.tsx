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

/** Failures that happen before this code is loaded are shown when it arrives. */
const FailureToasts = lazyPart(() => import("../failure-toasts.tsx"));
const nothing = () => undefined;

// Unsent answers of an earlier visit are delivered from whichever page the user opens.
deliverBy(byFamily);

/**
 * The frame around the pages of signed-in users. The query library is loaded here, so the sign-in page does without its 10 kB.
 */
export function Inside() {
  const session = useSession();
  const router = useRouter();
  useEffect(() => whenAtRest(router), [router]);
  const user = session.status === "signed-in" ? session.user : null;
  if (session.status === "anonymous" && session.removed !== undefined) return <RemovedInstead user={session.removed} />;
  // The user signed out, or another tab signed in another user. No request may be sent for the old user.
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

import { Link, useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { WelcomePage } from "../../features/session/welcome-page.tsx";
import { underBase } from "../../lib/base-path.ts";
import { servedSpace } from "../../lib/platform/served-space.ts";
import { redirectTarget } from "../../lib/session/redirect.ts";
import { onSessionChange } from "../../lib/session/store.ts";

export function Welcome() {
  const router = useRouter();
  const navigate = useNavigate();
  const { back } = useLocation().state;
  const space = servedSpace();
  const onSignedIn = () => router.history.replace(underBase(redirectTarget(back)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: made anew with each render, always of the same place
  useEffect(
    // As on the sign-in page: one sign-in returns every tab to its page (AUT-11).
    () =>
      onSessionChange(({ status }, origin) => void (status === "checking" && origin === "elsewhere" && onSignedIn())),
    [],
  );
  // The guard allows this page only on the hosted platform.
  if (space === null) return null;
  const toForm = {
    to: "/sign-in",
    search: (query: object) => ({ ...query, redirect: back }),
    state: { omitCTA: true },
    replace: true,
  } as const;
  return (
    <WelcomePage
      space={space}
      back={back}
      formLink={<Link {...toForm} />}
      onNoProvider={() => void navigate(toForm)}
      onSignedIn={onSignedIn}
    />
  );
}

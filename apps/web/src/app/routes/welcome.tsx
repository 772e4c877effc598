import { Link, useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { useSignInElsewhere } from "../../features/session/use-sign-in-link.ts";
import { WelcomePage } from "../../features/session/welcome-page.tsx";
import { servedSpace, underBase } from "../../lib/base-path.ts";
import { redirectTarget } from "../../lib/session/sign-in.ts";

// chunk: first

export function Welcome() {
  const router = useRouter();
  const navigate = useNavigate();
  const { back } = useLocation().state;
  const space = servedSpace();
  const onSignedIn = () => router.history.replace(underBase(redirectTarget(back)));
  useSignInElsewhere(onSignedIn);
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

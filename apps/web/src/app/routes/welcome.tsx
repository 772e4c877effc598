import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import { WelcomePage } from "../../features/session/welcome-page.tsx";
import { underBase } from "../../lib/base-path.ts";
import { servedSpace } from "../../lib/platform/served-space.ts";
import { HOME } from "../../lib/session/redirect.ts";

const toForm = { to: "/sign-in", search: true, state: { omitCTA: true }, replace: true } as const;

export function Welcome() {
  const router = useRouter();
  const navigate = useNavigate();
  const space = servedSpace();
  // The guard lets nobody in elsewhere.
  if (space === null) return null;
  return (
    <WelcomePage
      space={space}
      formLink={<Link {...toForm} />}
      onNoProvider={() => void navigate(toForm)}
      onSignedIn={() => router.history.replace(underBase(HOME))}
    />
  );
}

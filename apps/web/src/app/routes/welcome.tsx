import { Link, useNavigate } from "@tanstack/react-router";
import { WelcomePage } from "../../features/session/welcome-page.tsx";
import { hostedSpace } from "../../lib/platform/hosted-platform.ts";

const toForm = { to: "/sign-in", search: true, state: { omitCTA: true }, replace: true } as const;

export function Welcome() {
  const navigate = useNavigate();
  const space = hostedSpace(window.location.hostname, window.location.pathname);
  // The guard lets nobody in elsewhere.
  if (space === null) return null;
  return <WelcomePage space={space} formLink={<Link {...toForm} />} onNoProvider={() => void navigate(toForm)} />;
}

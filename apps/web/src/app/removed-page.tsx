import { Link, useNavigate } from "@tanstack/react-router";
import type { SessionUser } from "../lib/session/store.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { PageHeader } from "./header/page-header.tsx";

const RemovedAccount = lazyPart(() => import("../features/lost-work/removed-account.tsx"));

/** In place of whatever somebody looked at when their account was deleted. */
export function RemovedPage({ user }: { user: SessionUser }) {
  const navigate = useNavigate();
  return (
    <RemovedAccount
      header={<PageHeader crumbs={[]} />}
      user={user}
      signInLink={<Link to="/sign-in" />}
      whenMissing={() => void navigate({ to: "/sign-in" })}
    />
  );
}

import { Link } from "@tanstack/react-router";
import RemovedAccount from "../features/lost-work/removed-account.tsx";
import type { SessionUser } from "../lib/session/store.ts";
import { PageHeader } from "./header/page-header.tsx";

/** Replaces the open page after the user's account was deleted. */
export default function RemovedPage({ user }: { user: SessionUser }) {
  return <RemovedAccount header={<PageHeader crumbs={[]} />} user={user} signInLink={<Link to="/sign-in" />} />;
}

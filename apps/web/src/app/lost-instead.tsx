import { useNavigate } from "@tanstack/react-router";
import type { SessionUser } from "../lib/session/store.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import type { Lost } from "./lost.ts";

/** Hardly anybody ever sees these, so no page loads them before. */
const LostPage = lazyPart(() => import("./lost-page.tsx"));
const RemovedPage = lazyPart(() => import("./removed-page.tsx"));

/** In place of a dataset that was lost in mid-work; without its code, the list. */
export function LostInstead(lost: Lost) {
  const navigate = useNavigate();
  return <LostPage {...lost} whenMissing={() => void navigate({ to: "/datasets", replace: true })} />;
}

/** In place of every page of somebody whose account was deleted in mid-work; without its code, the sign-in page. */
export function RemovedInstead({ user }: { user: SessionUser }) {
  const navigate = useNavigate();
  return <RemovedPage user={user} whenMissing={() => void navigate({ to: "/sign-in", replace: true })} />;
}

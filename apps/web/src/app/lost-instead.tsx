import { useNavigate } from "@tanstack/react-router";
import type { SessionUser } from "../lib/session/store.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import type { Lost } from "./lost.ts";

/** These pages are rare, so their code is loaded on demand. */
const LostPage = lazyPart(() => import("./lost-pages.tsx").then((m) => m.LostPage));
const RemovedPage = lazyPart(() => import("./lost-pages.tsx").then((m) => m.RemovedPage));

/** Replaces the page of a dataset that was lost during work. Without its code, the list is shown. */
export function LostInstead(lost: Lost) {
  const navigate = useNavigate();
  return <LostPage {...lost} whenMissing={() => void navigate({ to: "/datasets", replace: true })} />;
}

/** Replaces every page after the user's account was deleted during work. Without its code, the sign-in page is shown. */
export function RemovedInstead({ user }: { user: SessionUser }) {
  const navigate = useNavigate();
  return <RemovedPage user={user} whenMissing={() => void navigate({ to: "/sign-in", replace: true })} />;
}

import { type ComponentProps, useEffect, useState } from "react";
import { api } from "../../lib/api/api.ts";
import { keptFor } from "../../lib/api/lifetimes.ts";
import { signOut } from "../../lib/session/sign-in.ts";
import { useUser } from "../../lib/session/use-session.ts";
import { AppHeader } from "./app-header.tsx";
import type { AvatarMenuProps } from "./avatar-menu.tsx";

type PageHeaderProps = Omit<ComponentProps<typeof AppHeader>, "account"> & Pick<AvatarMenuProps, "onShortcuts">;

/** The header with the account of the signed-in user. */
export function PageHeader({ onShortcuts, ...props }: PageHeaderProps) {
  const user = useUser();
  const version = useServerVersion(user !== null);
  return <AppHeader {...props} account={user === null ? null : { user, version, onSignOut: signOut, onShortcuts }} />;
}

/** How long the server's version is cached, s. It changes only with a restart. */
const VERSION_LIFETIME = 3600;

/** The version in the user menu (LAY-12). Null, and so not shown, until there is an answer. */
function useServerVersion(wanted: boolean): string | null {
  const [version, setVersion] = useState<string | null>(null);
  useEffect(() => {
    if (!wanted) return;
    const leaving = new AbortController();
    const options = { quiet: true, signal: leaving.signal, ...keptFor(VERSION_LIFETIME) };
    api.call("getServerVersion", {}, options).then(
      (reply) => setVersion(reply.version),
      (error: unknown) => !leaving.signal.aborted && console.warn("The server did not tell its version", error),
    );
    return () => leaving.abort();
  }, [wanted]);
  return version;
}

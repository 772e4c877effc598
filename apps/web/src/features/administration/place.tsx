import { isOwner } from "@postil/domain/accounts/policies";
import type { Role } from "@postil/domain/accounts/users";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import type { ReactNode } from "react";
import "../../lib/i18n/en/administration.ts";
import { Main, PageFrame } from "../../ui/layouts/frame.tsx";
import { ServerLines } from "./server-lines.tsx";

type PlaceProps = {
  header: ReactNode;
  role: Role;
  children: ReactNode;
};

const TABS = [
  { to: "/people", title: "people" },
  { to: "/workspaces", title: "workspaces" },
  { to: "/audit", title: "audit" },
  { to: "/recently-deleted", title: "deleted" },
  { to: "/webhooks", title: "webhooks" },
] as const;

/**
 * The frame of the administration: each tab is a page with its own address, and the audit is only for owners
 * (design/administration.md).
 */
export function Place({ header, role, children }: PlaceProps) {
  const tabs = TABS.filter(({ to }) => to !== "/audit" || isOwner({ role }));
  return (
    <PageFrame header={header}>
      <div className="flex-none px-6 max-md:px-4">
        <div className="relative">
          <nav aria-label={t("administration.tabs")} className="flex flex-wrap gap-x-6 border-line border-b text-soft">
            {tabs.map(({ to, title }) => (
              <Link
                key={to}
                to={to}
                className="-outline-offset-2! inline-flex h-10 items-center whitespace-nowrap aria-[current=page]:font-strong aria-[current=page]:text-ink aria-[current=page]:shadow-[inset_0_-2px_var(--ink)] max-md:h-11"
              >
                {t(`administration.${title}`)}
              </Link>
            ))}
          </nav>
          {isOwner({ role }) && <ServerLines />}
        </div>
      </div>
      <Main className="px-6 has-[footer]:scroll-pb-12 max-md:px-4">{children}</Main>
    </PageFrame>
  );
}

import type { WorkspaceList } from "@postil/domain/accounts/workspace-overview";
import { t } from "i18next";
import type { ReactNode } from "react";
import { SearchInput } from "../../../ui/search-input.tsx";
import { useSlashKey } from "../../../ui/use-slash-key.ts";
import { barClass } from "../bar-class.ts";

type WorkspacesBarProps = {
  /** null while it loads */
  list: WorkspaceList | null;
  /** how many the search has left */
  shown: number;
  search: string;
  onSearch: (text: string) => void;
  /** the way to a new one */
  children: ReactNode;
};

/** Search, what there is, and a new one. */
export function WorkspacesBar({ list, shown, search, onSearch, children }: WorkspacesBarProps) {
  const input = useSlashKey();
  return (
    <div className={barClass}>
      <SearchInput
        ref={input}
        label={t("workspaces.find")}
        placeholder={t("workspaces.find")}
        value={search}
        onChange={onSearch}
        keys="/"
        className="w-[400px] max-w-full max-md:w-full"
      />
      <span className="ml-auto flex flex-wrap items-center justify-end gap-x-4 gap-y-1 max-md:ml-0 max-md:w-full max-md:justify-between md:pl-3">
        <span role="status" className="text-soft tabular-nums">
          {list !== null && <Count list={list} shown={shown} isNarrowed={search.trim() !== ""} />}
        </span>
        {children}
      </span>
    </div>
  );
}

/** "7 workspaces, 16 datasets, 13 people", narrowed "2 of 7 workspaces". */
function Count({ list, shown, isNarrowed }: { list: WorkspaceList; shown: number; isNarrowed: boolean }) {
  const workspaces = t("workspaces.countWorkspaces", { count: list.workspaces.length });
  if (isNarrowed) return t("workspaces.found", { shown, workspaces });
  const datasets = list.workspaces.reduce((sum, workspace) => sum + workspace.datasets, 0);
  const parts = [
    workspaces,
    t("workspaces.countDatasets", { count: datasets }),
    t("workspaces.countPeople", { count: list.people }),
  ];
  return parts.join(", ");
}

import { t } from "i18next";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";

/** No workspace is left of the list, or there is none. */
export function NoWorkspaces({ search, onClear }: { search: string; onClear: () => void }) {
  if (search.trim() === "") return <p className="py-6 text-soft">{t("administration.noWorkspaces")}</p>;
  return (
    <div className="mx-auto mt-36 max-w-[480px]">
      <EmptyState
        title={t("workspaces.noMatch")}
        actions={<Button onClick={onClear}>{t("workspaces.clear")}</Button>}
      />
    </div>
  );
}

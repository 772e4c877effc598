import { useTranslation } from "react-i18next";
import { Skeleton, SkeletonBar } from "../../../ui/skeleton.tsx";
import { CELLS, type Column, ROW, TABLE } from "./columns.ts";

/** Eight rows, by the widths of their names, px. */
const NAMES = [128, 96, 112, 152, 104, 120, 108, 136];

/** px; columns that are empty until the pointer comes have no bar. */
const BAR_WIDTHS: { readonly [Name in Column]?: number } = {
  username: 104,
  role: 64,
  workspaces: 144,
  since: 48,
  lastSeen: 80,
  answers: 32,
};

/** Stands where the rows will. */
export function PeopleSkeleton({ columns }: { columns: readonly Column[] }) {
  const { t } = useTranslation();
  return (
    <Skeleton label={t("common.loading")} className="pt-9">
      <table className={TABLE}>
        <tbody className="max-[640px]:block">
          {NAMES.map((nameWidth) => (
            <tr key={nameWidth} className={ROW}>
              {columns.map((column) => {
                const width = column === "name" ? nameWidth : BAR_WIDTHS[column];
                return (
                  <td key={column} className={CELLS[column]}>
                    {width !== undefined && (
                      <span className={column === "answers" ? "inline-block" : ""}>
                        <SkeletonBar width={width} />
                      </span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Skeleton>
  );
}

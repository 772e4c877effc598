import { FILE_CELLS, type FileCell } from "@postil/domain/accounts/people-file";
import type { Role } from "@postil/domain/accounts/users";
import { t } from "i18next";
import { useId, useMemo } from "react";
import { Checkbox } from "../../../../ui/checkbox.tsx";
import { cx, inputFrameClass } from "../../../../ui/cx.ts";
import { cardsLook, type ListColumn, ListTable } from "../../../../ui/list-table.tsx";
import { rolesFrom } from "../person-fields.tsx";
import type { ShownRow } from "./use-people-rows.ts";

type RowsTableProps = {
  rows: readonly ShownRow[];
  role: Role;
  /** true while rows are sent */
  isBusy: boolean;
  onCell: (id: string, cell: FileCell, text: string) => void;
  onChoose: (id: string, isChosen: boolean) => void;
};

/** A row has an input of 32 px and two lines below for its mistake; on a phone it is a card with an input in each line. */
const LOOK = {
  ...cardsLook("max-[640px]:grid-cols-1 max-[640px]:gap-y-1"),
  row: "h-21 border-line border-b align-top max-[640px]:block max-[640px]:h-113 max-[640px]:py-2",
  heights: { row: 84, card: 452 },
};
const WIDTHS: { readonly [C in FileCell]: string } = {
  username: "w-[22%]",
  firstName: "w-[16%]",
  lastName: "w-[16%]",
  role: "w-[16%]",
  workspaces: "",
};

/** The rows as they were understood, each cell with what is wrong with it, to be mended here (ROL-15). */
export function RowsTable({ rows, role, isBusy, onCell, onChoose }: RowsTableProps) {
  const roles = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done is the same whichever drawing it is from
  const columns = useMemo<readonly ListColumn<ShownRow>[]>(
    () => [
      {
        ...{ name: "row", title: t("peopleFile.column.row"), head: "w-24 max-[640px]:w-auto" },
        cell: "pt-3 pr-2 max-[640px]:block max-[640px]:pb-2",
        draw: ({ id, row, isChosen, isOpen }) => (
          <Checkbox
            label={
              <span className="text-small text-soft tabular-nums" title={t("peopleFile.inviteRow", { row })}>
                {t("peopleFile.row", { row })}
              </span>
            }
            checked={isChosen}
            disabled={isBusy || isOpen}
            onChange={(on) => onChoose(id, on)}
          />
        ),
      },
      ...FILE_CELLS.map((cell): ListColumn<ShownRow> => {
        const title = t(`peopleFile.column.${cell}`);
        return {
          ...{ name: cell, title, head: `${WIDTHS[cell]} max-[640px]:w-auto` },
          cell: "overflow-hidden pt-1.5 pr-2 max-[640px]:block max-[640px]:h-20 max-[640px]:w-full max-[640px]:pr-0",
          draw: (row) => (
            <Cell
              title={title}
              row={row}
              cell={cell}
              disabled={isBusy || row.isOpen || !row.isChosen}
              list={cell === "role" ? roles : undefined}
              onChange={(text) => onCell(row.id, cell, text)}
            />
          ),
        };
      }),
    ],
    [isBusy, roles],
  );
  return (
    <>
      <datalist id={roles}>
        {rolesFrom({ role }).map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <ListTable label={t("peopleFile.table")} look={LOOK} columns={columns} rows={rows} overscan={5} />
    </>
  );
}

type CellProps = {
  title: string;
  row: ShownRow;
  cell: FileCell;
  disabled: boolean;
  list: string | undefined;
  onChange: (text: string) => void;
};

function Cell({ title, row, cell, disabled, list, onChange }: CellProps) {
  const id = useId();
  const mistake = row.mistakes[cell];
  return (
    <>
      <span className={cx(inputFrameClass, "h-control px-2", mistake === undefined ? "border-edge" : "border-danger")}>
        <input
          value={row[cell]}
          onChange={(event) => onChange(event.target.value)}
          aria-label={t("peopleFile.cell", { column: title, row: row.row })}
          aria-invalid={mistake === undefined ? undefined : true}
          aria-describedby={mistake === undefined ? undefined : id}
          placeholder={cell === "role" ? "annotator" : (cell === "firstName" && row.username) || title}
          disabled={disabled}
          list={list}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          translate="no"
          dir="auto"
          className="h-full min-w-0 flex-1 bg-transparent outline-0 placeholder:text-soft disabled:text-soft"
        />
      </span>
      {mistake !== undefined && (
        <span id={id} title={mistake} className="mt-0.5 line-clamp-2 text-danger text-small">
          {mistake}
        </span>
      )}
    </>
  );
}

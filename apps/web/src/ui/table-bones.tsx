import { SkeletonBar } from "./skeleton.tsx";

type TableBonesProps<Column extends string> = {
  columns: readonly Column[];
  /** the classes of a row, and of its cells */
  row: string;
  cells: { readonly [Name in Column]: string };
  /** px of the names, a row for each: no two are the same */
  names: readonly number[];
  /** px of the bars of other columns; one that is empty until the pointer comes has none */
  widths: { readonly [Name in Column]?: number };
};

/** The rows of a table that are still to come: a bar exactly where each text will stand. */
export function TableBones<Column extends string>({ columns, row, cells, names, widths }: TableBonesProps<Column>) {
  return (
    <tbody className="max-[640px]:block">
      {names.map((nameWidth) => (
        <tr key={nameWidth} className={row}>
          {columns.map((column) => {
            const width = column === "name" ? nameWidth : widths[column];
            return (
              <td key={column} className={cells[column]}>
                {width !== undefined && (
                  <span className="inline-block align-middle">
                    <SkeletonBar width={width} />
                  </span>
                )}
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  );
}

import { SkeletonBar } from "./skeleton.tsx";

type TableBonesProps<Column extends string> = {
  columns: readonly Column[];
  rows: number;
  /** the classes of what holds the rows, of a row, and of its cells */
  look: { readonly body: string; readonly row: string; readonly cells: { readonly [Name in Column]: string } };
  /** px of the bars, one for all rows or by row; a column that is empty until the pointer comes has none */
  widths: { readonly [Name in Column]?: number | readonly number[] };
};

/** The rows of a table that are still to come: a bar where each text will stand. */
export function TableBones<Column extends string>({ columns, rows, look, widths }: TableBonesProps<Column>) {
  const widthOf = (column: Column, row: number): number | undefined => {
    const width: number | readonly number[] | undefined = widths[column];
    return typeof width === "object" ? width[row] : width;
  };
  return (
    <tbody className={look.body}>
      {[...Array(rows).keys()].map((row) => (
        <tr key={row} className={look.row}>
          {columns.map((column) => {
            const width = widthOf(column, row);
            return (
              <td key={column} className={look.cells[column]}>
                {width !== undefined && (
                  <span className="inline-block max-w-full align-middle">
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

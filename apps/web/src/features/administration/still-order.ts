import { useEffect, useMemo, useRef } from "react";

type Row = { readonly id: string };

/** Rows in their earlier order; a new row comes after the row that it follows in the wanted order. */
export function keepOrder<R extends Row>(before: readonly string[], wanted: readonly R[]): readonly R[] {
  const places = new Map(before.map((id, place) => [id, place]));
  const known: { readonly row: R; readonly place: number }[] = [];
  const followers = new Map<string | null, R[]>();
  let previous: string | null = null;
  for (const row of wanted) {
    const place = places.get(row.id);
    if (place === undefined) {
      const after = followers.get(previous);
      if (after === undefined) followers.set(previous, [row]);
      else after.push(row);
    } else {
      known.push({ row, place });
      previous = row.id;
    }
  }
  known.sort((a, b) => a.place - b.place);
  return [...(followers.get(null) ?? []), ...known.flatMap(({ row }) => [row, ...(followers.get(row.id) ?? [])])];
}

/**
 * A list that refreshes by itself does not move while the user works: its rows keep their order until other criteria apply.
 * `asked`: the criteria for filter and order.
 */
export function useStillOrder<R extends Row>(wanted: readonly R[], asked: string): readonly R[] {
  const last = useRef<{ readonly asked: string; readonly ids: readonly string[] } | null>(null);
  const shown = useMemo(
    () => (last.current?.asked === asked ? keepOrder(last.current.ids, wanted) : wanted),
    [wanted, asked],
  );
  useEffect(() => {
    last.current = { asked, ids: shown.map(({ id }) => id) };
  }, [asked, shown]);
  return shown;
}

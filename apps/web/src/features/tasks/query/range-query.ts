type Stats = {
  readonly min?: number | string | undefined;
  readonly max?: number | string | undefined;
  readonly min_as_string?: string | undefined;
  readonly max_as_string?: string | undefined;
};

/** The clause of the query language for a key with fractions or dates, from the lowest value to the highest (TSE-22). */
export function rangeQuery(key: string, { min, max, min_as_string, max_as_string }: Stats): string {
  const end = (value: number | string | undefined, date: string | undefined) =>
    date === undefined ? String(value ?? "*") : `"${date}"`;
  const name = key.replace(/[\s+\-=&|!(){}[\]^"~*?:\\/]/g, "\\$&");
  return `metadata.${name}:[${end(min, min_as_string)} TO ${end(max, max_as_string)}]`;
}

/** JSON of an object whose members stand in a given order; JavaScript puts names that are numbers before all others. */
export const objectInOrder = (members: Iterable<readonly [name: string, json: string]>): string =>
  `{${Array.from(members, ([name, json]) => `${JSON.stringify(name)}:${json}`).join()}}`;

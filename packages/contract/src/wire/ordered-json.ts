/** JSON of an object whose members are in the given order; JavaScript would put names that are numbers first. */
export const objectInOrder = (members: Iterable<readonly [name: string, json: string]>): string =>
  `{${Array.from(members, ([name, json]) => `${JSON.stringify(name)}:${json}`).join()}}`;

/** What stands under a name that people chose. A plain read finds what every object has too, under `constructor`. */
export const ownOf = <T>(of: { readonly [name: string]: T } | null | undefined, name: string): T | undefined =>
  of && Object.hasOwn(of, name) ? of[name] : undefined;

/** What stands under a name that people chose. A plain read finds what every object has too, under `constructor`. */
export const ownOf = <T>(of: { readonly [name: string]: T } | null | undefined, name: string): T | undefined =>
  of && Object.hasOwn(of, name) ? of[name] : undefined;

/** To be filled under names that people chose, beside what is `given`. A plain object would take `__proto__` for what it is made of. */
export const byName = <T>(given?: { readonly [name: string]: T } | null): { [name: string]: T } =>
  Object.assign(Object.create(null), given);

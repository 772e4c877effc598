/** A key as it is told once. */
export type TextOfKey = { readonly id: string; readonly name: string; readonly key: string };

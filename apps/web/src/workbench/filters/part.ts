/** A part of the dataset that something is offered of. */
export type Part<Item> =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly retry: () => void }
  | { readonly state: "ready"; readonly items: readonly Item[] };

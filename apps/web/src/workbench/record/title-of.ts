/** The display name of a part of a dataset: its title, otherwise its name. */
export function titleOf({ title, name }: { readonly title: string; readonly name: string }): string {
  return title === "" ? name : title;
}

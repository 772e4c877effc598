/** What people call a part of a dataset: its title, else its name. */
export function titleOf({ title, name }: { readonly title: string; readonly name: string }): string {
  return title === "" ? name : title;
}

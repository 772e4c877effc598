/** Lets the browser save a value as a JSON file. */
export const saveJson = (name: string, value: object): void =>
  saveFile(name, new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: "application/json" }));

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

let read: () => string | null = () => null;

/** The value of the route parameter `workspace`, null on routes without it (RTE-17). */
export function currentWorkspace(): string | null {
  return read();
}

/** The router sets how the value is read, because this folder does not import the router. */
export function readCurrentWorkspaceFrom(source: () => string | null): void {
  read = source;
}

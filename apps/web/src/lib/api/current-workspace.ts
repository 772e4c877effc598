let read: () => string | null = () => null;

/** The value of the route parameter `workspace`, null on routes without it (RTE-17). */
export function currentWorkspace(): string | null {
  return read();
}

/** The router tells how to read it: this folder does not know the router. */
export function readCurrentWorkspaceFrom(source: () => string | null): void {
  read = source;
}

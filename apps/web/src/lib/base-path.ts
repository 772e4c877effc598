/**
 * The path under which this page is served, with a slash before and after. If it is not `/`, the server writes it into the
 * entry document (POSTIL_BASE_URL).
 */
export function basePath(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? "/";
}

/** The address to request for a path of this server. */
export const underBase = (path: string): string => basePath() + path.slice(1);

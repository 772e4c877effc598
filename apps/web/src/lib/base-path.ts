/**
 * The path under which this page is served, with a slash before and after. The server writes it into the entry document
 * where it is not `/` (POSTIL_BASE_URL).
 */
export function basePath(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? "/";
}

/** A path of this server as the browser has to ask for it. */
export const underBase = (path: string): string => basePath() + path.slice(1);

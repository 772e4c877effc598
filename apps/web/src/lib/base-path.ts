/**
 * The path under which this page is served, with a slash before and after. If it is not `/`, the server writes it into the
 * entry document (POSTIL_BASE_URL).
 */
export function basePath(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? "/";
}

/** The address to request for a path of this server. */
export const underBase = (path: string): string => basePath() + path.slice(1);

/** The address at which other programs reach this server, without a slash at the end. */
export const serverAddress = (): string => window.location.origin + basePath().slice(0, -1);

/**
 * The space that serves this page; null outside the hosted platform. With a base path (POSTIL_BASE_URL) that path names the
 * space on every page (AUT-27).
 */
export function servedSpace(): HostedSpace | null {
  const { hostname, pathname } = window.location;
  const base = basePath();
  return hostedSpace(hostname, base === "/" ? pathname : base);
}

/** Hugging Face Hub, which can run the app as a Space (AUT-26 to AUT-28). */
const MAIN_HOST = "huggingface.co";
const SPACES_SUFFIX = ".hf.space";

export type HostedSpace = { readonly user: string; readonly space: string };

/**
 * The user and space under which the page is served, from the path `/spaces/{user}/{space}` of the main host or from the
 * subdomain `{user}-{space}` (AUT-27). The user is the part before the first hyphen. Null when the page is not on the hosted
 * platform, or when either part is missing (AUT-28).
 */
export function hostedSpace(hostname: string, path: string): HostedSpace | null {
  const host = hostname.toLowerCase();
  if (host === MAIN_HOST) {
    const [spaces, user, space, more] = path.split("/").filter(Boolean);
    return spaces === "spaces" && user && space && more === undefined ? { user, space } : null;
  }
  if (!host.endsWith(SPACES_SUFFIX)) return null;
  const [user, ...rest] = host.slice(0, -SPACES_SUFFIX.length).split("-");
  const space = rest.join("-");
  return user && space ? { user, space } : null;
}

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

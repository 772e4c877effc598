import { basePath } from "../base-path.ts";
import { type HostedSpace, hostedSpace } from "./hosted-platform.ts";

/**
 * The space this page is served as; null off the hosted platform. Below a path of its own (POSTIL_BASE_URL) that path names the
 * space, whichever of its pages is shown (AUT-27).
 */
export function servedSpace(): HostedSpace | null {
  const { hostname, pathname } = window.location;
  const base = basePath();
  return hostedSpace(hostname, base === "/" ? pathname : base);
}

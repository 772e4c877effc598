import { basePath } from "../base-path.ts";
import { type HostedSpace, hostedSpace } from "./hosted-platform.ts";

/**
 * The space that serves this page; null outside the hosted platform. With a base path (POSTIL_BASE_URL) that path names the
 * space on every page (AUT-27).
 */
export function servedSpace(): HostedSpace | null {
  const { hostname, pathname } = window.location;
  const base = basePath();
  return hostedSpace(hostname, base === "/" ? pathname : base);
}

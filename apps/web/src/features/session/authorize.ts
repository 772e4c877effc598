import { underBase } from "../../lib/base-path.ts";
/** The address where a provider's sign-in begins, with the current query (AUT-19, AUT-20). */
export function authorizeAddress(provider: string, search: string): string {
  return underBase(`/api/v1/oauth2/providers/${encodeURIComponent(provider)}/authentication${search}`);
}

/** True if the page is in a frame of another page (PRD-09). */
export function isEmbedded(): boolean {
  return window.self !== window.top;
}

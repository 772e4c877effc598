import { underBase } from "../../lib/base-path.ts";
/** Where a provider's sign-in begins, with the current query passed along (AUT-19, AUT-20). */
export function authorizeAddress(provider: string, search: string): string {
  return underBase(`/api/v1/oauth2/providers/${encodeURIComponent(provider)}/authentication${search}`);
}

/** Whether the page stands in a frame of another page (PRD-09). */
export function isEmbedded(): boolean {
  return window.self !== window.top;
}

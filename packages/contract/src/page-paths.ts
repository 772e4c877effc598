/**
 * The addresses of the page, that is its routes. The server answers them with the page, and other paths as not found
 * (API-38).
 */
export const PAGE_PATHS = [
  ...["/", "/login", "/sign-in", "/welcome-hf-sign-in", "/invitation"],
  ...["/oauth/callback", "/oauth/:provider/callback"],
  ...["/datasets", "/datasets/:workspace/:dataset", "/datasets/:workspace/:dataset/settings"],
  ...["/dataset/annotation-mode", "/dataset/:id/annotation-mode", "/dataset/settings", "/dataset/:id/settings"],
  ...["/user-settings", "/people", "/workspaces", "/workspaces/:workspaceId", "/audit"],
] as const;

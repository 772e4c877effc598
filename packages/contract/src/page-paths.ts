/**
 * The addresses that the page has, its routes by another name: what the server answers with the page, and any other path as one
 * that is not there (API-38).
 */
export const PAGE_PATHS = [
  ...["/", "/login", "/sign-in", "/welcome-hf-sign-in", "/invitation"],
  ...["/oauth/callback", "/oauth/:provider/callback"],
  ...["/datasets", "/datasets/:workspace/:dataset", "/datasets/:workspace/:dataset/settings"],
  ...["/dataset/annotation-mode", "/dataset/:id/annotation-mode", "/dataset/settings", "/dataset/:id/settings"],
  ...["/user-settings", "/people", "/workspaces", "/workspaces/:workspaceId", "/audit"],
] as const;

import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import "../../lib/i18n/inside-texts.ts";
import { queryClient } from "../../lib/api/query-client.ts";

/** What the pages of signed-in users share. The query library comes with them: sign-in does without its 10 kB. */
export function Inside() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}

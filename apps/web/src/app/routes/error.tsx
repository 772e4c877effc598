import { useRouter } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { describeError, ErrorPage, notFound } from "../../features/errors/error-page.tsx";
import { failureOf } from "../../lib/api/failure.ts";
import { OneColumn } from "../../ui/layouts/frame.tsx";

/**
 * The page for errors that nothing else has handled, with their status (ERR-04). Part of the first load, because loading code
 * may be what failed.
 */
export function ErrorScreen({ error }: { error: unknown }) {
  const router = useRouter();
  return (
    <ErrorLayout>
      <ErrorPage {...describeError(failureOf(error) ?? error)} onRetry={() => void router.invalidate()} />
    </ErrorLayout>
  );
}

/** The page for an unknown address (ERR-03). */
export function NotFoundScreen() {
  return (
    <ErrorLayout>
      <ErrorPage {...notFound()} />
    </ErrorLayout>
  );
}

/** If the header cannot be loaded, the page shows without it. */
const Header = lazy(() =>
  import("../header/page-header.tsx")
    .then(({ PageHeader }) => ({ default: () => <PageHeader crumbs={[]} /> }))
    .catch(() => ({ default: EmptyHeader })),
);

function ErrorLayout({ children }: { children: ReactNode }) {
  return (
    <OneColumn
      header={
        <Suspense fallback={<EmptyHeader />}>
          <Header />
        </Suspense>
      }
    >
      {children}
    </OneColumn>
  );
}

function EmptyHeader() {
  return <div className="h-(--header) flex-none" />;
}

import { useRouter } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { describeError, notFound } from "../../features/errors/describe-error.ts";
import { ErrorPage } from "../../features/errors/error-page.tsx";
import { failureOf } from "../../lib/api/failure.ts";
import { OneColumn } from "../../ui/layouts/one-column.tsx";

/** Whatever nothing else has handled, with its own status (ERR-04). Comes with the first load: code may be what failed. */
export function ErrorScreen({ error }: { error: unknown }) {
  const router = useRouter();
  return (
    <ErrorLayout>
      <ErrorPage {...describeError(failureOf(error) ?? error)} onRetry={() => void router.invalidate()} />
    </ErrorLayout>
  );
}

/** An address that leads nowhere (ERR-03). */
export function NotFoundScreen() {
  return (
    <ErrorLayout>
      <ErrorPage {...notFound()} />
    </ErrorLayout>
  );
}

/** The header is worth loading but not worth failing for. */
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

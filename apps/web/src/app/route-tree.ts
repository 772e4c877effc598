import { createRootRoute, createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { t } from "i18next";
import { PageError } from "../lib/api/failure.ts";
import { isReloading } from "../lib/chunk-reload.ts";
import { stillHere } from "../lib/leaving-page.ts";
import { settledSession } from "../lib/session/sign-in.ts";
import { guarded } from "./guards.ts";
import type { RawQuery } from "./raw-query.ts";

/** The route table (RTE-01 to RTE-14). The code of each page is loaded on its own. */

const root = createRootRoute({
  // Only adds the type. The query is not changed.
  validateSearch: (query: RawQuery): RawQuery => query,
  beforeLoad: async () => {
    await settledSession();
  },
});

const index = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: (context) => {
    guarded("signed-in-only")(context);
    throw redirect({ to: "/datasets", replace: true });
  },
});

/** An alias without a screen. Its guard always redirects (RTE-29). */
const login = createRoute({ getParentRoute: () => root, path: "/login", beforeLoad: guarded("login-alias") });

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  beforeLoad: guarded("anonymous-only", "omit-call-to-action", "hosted-to-welcome"),
  component: page(() => import("./routes/sign-in.tsx"), "SignIn"),
});

const welcome = createRoute({
  getParentRoute: () => root,
  path: "/welcome-hf-sign-in",
  beforeLoad: guarded("hosted-only"),
  component: page(() => import("./routes/welcome.tsx"), "Welcome"),
});

/** The common parent of the pages for signed-in users. */
const inside = createRoute({
  getParentRoute: () => root,
  id: "inside",
  beforeLoad: guarded("signed-in-only"),
  component: page(() => import("./routes/inside.tsx"), "Inside"),
});

const datasets = createRoute({
  getParentRoute: () => inside,
  path: "/datasets",
  component: page(() => import("./routes/datasets.tsx"), "Datasets"),
});

const newDataset = createRoute({
  getParentRoute: () => inside,
  path: "/datasets/new",
  beforeLoad: guarded("privileged-only"),
  component: page(() => import("./routes/new-dataset.tsx"), "NewDataset"),
});

const newDraft = createRoute({
  getParentRoute: () => inside,
  path: "/datasets/by-hand",
  beforeLoad: guarded("privileged-only"),
  component: page(() => import("./routes/dataset-settings.tsx"), "NewDraft"),
});

const annotation = createRoute({
  getParentRoute: () => inside,
  path: "/dataset/{-$id}/annotation-mode",
  beforeLoad: needsId,
  component: page(() => import("./routes/annotation.tsx"), "Annotation"),
});

const settings = createRoute({
  getParentRoute: () => inside,
  path: "/dataset/{-$id}/settings",
  beforeLoad: needsId,
  component: page(() => import("./routes/dataset-settings.tsx"), "DatasetSettings"),
});

const addRecords = createRoute({
  getParentRoute: () => inside,
  path: "/dataset/{-$id}/add-records",
  beforeLoad: (context) => {
    guarded("privileged-only")(context);
    needsId(context);
  },
  component: page(() => import("./routes/new-dataset.tsx"), "AddRecords"),
});

const userSettings = createRoute({
  getParentRoute: () => inside,
  path: "/user-settings",
  component: page(() => import("./routes/user-settings.tsx"), "UserSettings"),
});

/** People, workspaces and the audit: one place with tabs (design/administration.md). Their code is loaded together. */
const inAdministration = () => import("./routes/administration.tsx");
const administration = createRoute({
  getParentRoute: () => inside,
  id: "administration",
  beforeLoad: guarded("privileged-only"),
  // Code that cannot be loaded is the component's own failure.
  loader: () =>
    inAdministration().then(
      ({ loadAdministration }) => loadAdministration(),
      () => undefined,
    ),
  component: page(inAdministration, "Administration"),
});

const people = createRoute({
  getParentRoute: () => administration,
  path: "/people",
  component: page(inAdministration, "People"),
});

const workspaces = createRoute({
  getParentRoute: () => administration,
  path: "/workspaces",
  component: page(inAdministration, "Workspaces"),
});

const workspace = createRoute({
  getParentRoute: () => inside,
  path: "/workspaces/$workspaceId",
  beforeLoad: guarded("privileged-only"),
  component: page(inAdministration, "Workspace"),
});

const audit = createRoute({
  getParentRoute: () => administration,
  path: "/audit",
  beforeLoad: guarded("owner-only"),
  component: page(inAdministration, "Audit"),
});

const deleted = createRoute({
  getParentRoute: () => administration,
  path: "/recently-deleted",
  component: page(inAdministration, "Deleted"),
});

const webhooks = createRoute({
  getParentRoute: () => administration,
  path: "/webhooks",
  component: page(inAdministration, "Webhooks"),
});

const taskDataset = createRoute({
  getParentRoute: () => inside,
  path: "/datasets/$workspace/$dataset",
  component: page(() => import("./routes/task-annotation.tsx"), "TaskAnnotation"),
});
const taskDatasetSettings = createRoute({
  getParentRoute: () => inside,
  path: "/datasets/$workspace/$dataset/settings",
  component: page(() => import("./routes/task-dataset-settings.tsx"), "TaskDatasetSettings"),
});

const addTaskRecords = createRoute({
  getParentRoute: () => inside,
  path: "/datasets/$workspace/$dataset/add-records",
  beforeLoad: guarded("privileged-only"),
  component: page(() => import("./routes/new-dataset.tsx"), "AddTaskRecords"),
});

const oauthCallback = createRoute({
  getParentRoute: () => root,
  path: "/oauth/{-$provider}/callback",
  beforeLoad: (context) => {
    guarded("query-needed")(context);
    if (context.params.provider === undefined) throw redirect({ to: "/", replace: true });
  },
  component: page(() => import("./routes/oauth-callback.tsx"), "OauthCallback"),
});

/** Open to everybody with the link, signed in or not. */
const invitation = createRoute({
  getParentRoute: () => root,
  path: "/invitation",
  component: page(() => import("./routes/invitation.tsx"), "Invitation"),
});

/** A page of a dataset without an id redirects to the list (RTE-09). */
function needsId({ params }: { params: { id?: string | undefined } }): void {
  if (params.id === undefined) throw redirect({ to: "/datasets", replace: true });
}

export const routeTree = root.addChildren([
  index,
  login,
  signIn,
  welcome,
  oauthCallback,
  invitation,
  inside.addChildren([
    datasets,
    newDataset,
    newDraft,
    annotation,
    settings,
    addRecords,
    addTaskRecords,
    userSettings,
    administration.addChildren([people, workspaces, audit, deleted, webhooks]),
    workspace,
    taskDataset,
    taskDatasetSettings,
  ]),
]);

/**
 * The component of a route. Its code is loaded when the route is first visited. A failed load reloads the page (ERR-05,
 * `lib/chunk-reload.ts`). If that was tried within the last minute, the error page is shown.
 */
function page<Name extends string>(
  load: () => Promise<{ readonly [Key in Name]: React.ComponentType } | undefined>,
  name: Name,
) {
  return lazyRouteComponent(async () => {
    // The router has its own reload rule for the original error, so it gets this one instead.
    const missing = (cause?: unknown) => new PageError(500, t("errors.codeMissing"), { cause });
    const code = await load().catch(async (cause: unknown) => {
      await stillHere();
      throw missing(cause);
    });
    if (code !== undefined) return code;
    if (!(await isReloading())) throw missing();
    // The page is about to reload, so it shows nothing.
    return new Promise<never>(() => undefined);
  }, name);
}

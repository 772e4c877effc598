import { buildServer } from "./built.mjs";

/** Builds the server, because tests start the built server and its store threads. In watch mode, builds at each change. */
export default async function buildForTests(project) {
  await buildServer();
  project.onTestsRerun(buildServer);
}

import { buildServer } from "./built.mjs";

/** Tests start the server and the threads of its store as they were built; where somebody watches, anew at each change. */
export default async function buildForTests(project) {
  await buildServer();
  project.onTestsRerun(buildServer);
}

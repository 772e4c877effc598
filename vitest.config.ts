import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      { test: { name: "packages", include: ["packages/*/src/**/*.test.ts"], testTimeout: 20_000 } },
      { test: { name: "server", include: ["apps/server/**/*.test.ts"], testTimeout: 30_000, hookTimeout: 30_000 } },
      {
        extends: "./apps/web/vite.config.ts",
        test: { name: "web", include: ["apps/web/src/**/*.test.{ts,tsx}"], environment: "jsdom", testTimeout: 20_000 },
      },
    ],
  },
});

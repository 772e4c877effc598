import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { pageChunks } from "./chunks-plugin.ts";
import { leanIcons } from "./lean-icons-plugin.ts";
import { leanPreloads } from "./lean-preloads-plugin.ts";
import { leanReact } from "./lean-react-plugin.ts";
import { contractRoutes } from "./routes-plugin.ts";

/**
 * React Aria ships its own spoken texts in 30 languages and picks one by the browser's. The page has one locale (I18-01), so the
 * other 29 are left out of the bundle; in their place are the English ones, without which a control fails in such a browser.
 */
function englishReactAria(): Plugin {
  const translations =
    /[\\/](?:react-aria|react-stately|react-aria-components)[\\/]dist[\\/].*[\\/]intl[\\/].*[\\/]([a-z]{2}-[A-Z]{2})\.mjs$/;
  return {
    name: "english-react-aria",
    apply: "build",
    load(id) {
      const language = translations.exec(id)?.[1];
      return language !== undefined && language !== "en-US" ? 'export { default } from "./en-US.mjs";' : null;
    },
  };
}

/** The page has nothing to show before its script has read the theme, so nothing is painted until then. */
function noPaintBeforeTheme(): Plugin {
  return {
    name: "no-paint-before-theme",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"'),
    },
  };
}

/** Icons of parts that load on demand, without those of the ways to sign in, where the others would be loaded with them. */
const ICONS = /\/lucide-react\/dist\/esm\/icons\/(?!building-complex|face-slightly-smiling|git-branch)/;

/** What the sign-in page shows: other ways in take some of it too, and each part that they share would be a file of its own. */
const SIGN_IN = /\/features\/session\/(?:sign-in-page|use-sign-in-link|fields|providers|use-providers)[\w-]*\.\w+$/;

/**
 * Some hundred bytes each, loaded by sign-in and by every page behind it; two icons beside them, or whatever else shows an eye would
 * load the sign-in page for it.
 */
const SMALL = /\/(?:src\/ui\/lazy-part\.tsx?|lucide-react\/dist\/esm\/icons\/(?:eye(?:-off)?|circle)\.mjs)$/;

const chunks = pageChunks();
const preloads = leanPreloads();
const api = { target: process.env.POSTIL_DEV_API ?? "http://127.0.0.1:6900", changeOrigin: false };

export default defineConfig({
  plugins: [
    contractRoutes(),
    react(),
    tailwindcss(),
    englishReactAria(),
    leanIcons(),
    leanReact(),
    noPaintBeforeTheme(),
    chunks.plugin,
    preloads.plugin,
  ],
  server: { proxy: { "/api": api, "/docs": api } },
  // Scripts and styles find their neighbours beside themselves, wherever the page is served (POSTIL_BASE_URL).
  experimental: { renderBuiltUrl: (_file, { hostType }) => (hostType === "html" ? undefined : { relative: true }) },
  build: {
    target: "es2022",
    // The server's content policy allows no data: addresses for fonts and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: preloads.resolveDependencies },
    // The size budgets read from it what each page loads.
    manifest: true,
    rolldownOptions: {
      output: {
        // Each page lists the files of its parts that load later: names beside the hashes would be 1 % of all that it loads.
        // The manifest tells which module is in which file.
        chunkFileNames: "assets/[hash].js",
        assetFileNames: "assets/[hash][extname]",
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // One file for all that every page needs: twenty small ones compress 5 % worse, which the budget of sign-in feels.
            { name: "base", tags: ["$initial"], test: (id) => !/(main\.tsx|\.html)$/.test(id) },
            ...chunks.groups,
            { name: "ways-in", test: SIGN_IN },
            { name: "small", test: SMALL },
            // One for each would be ten more requests of a page, and thirty names in the lists of what pages load.
            { name: "icons", test: ICONS, minShareCount: 2 },
          ],
        },
      },
    },
  },
  test: { setupFiles: [fileURLToPath(new URL("src/test-setup.ts", import.meta.url))] },
});

import "./lib/theme.ts";
import "./ui/styles.css";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { AppShell } from "./app/app-shell.tsx";
import { createPageRouter } from "./app/router.tsx";
import { startTranslations } from "./lib/i18n/start.ts";
import { keepTexts } from "./lib/keep-texts.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element with the id root");

await startTranslations();
keepTexts(document.body);
createRoot(root).render(
  <StrictMode>
    <AppShell>
      <RouterProvider router={createPageRouter()} />
    </AppShell>
  </StrictMode>,
);

import { z } from "zod";
import { WirePreference } from "../entities/preferences.ts";
import { ChangedPreferences } from "../inputs/preferences.ts";
import { route } from "../route.ts";

/** Preferences that follow a person to every browser: Postil's own. */

const preferences = z.object({ items: z.array(WirePreference) });

export const preferenceRoutes = {
  getMyPreferences: route({
    method: "GET",
    path: "/api/postil/v1/me/preferences",
    access: "signed-in",
    summary: "The caller's preferences, as far as they follow them",
    replies: { 200: preferences },
  }),
  changeMyPreferences: route({
    method: "PATCH",
    path: "/api/postil/v1/me/preferences",
    access: "signed-in",
    summary: "Change preferences of the caller's; of two browsers' changes the later stands",
    body: ChangedPreferences,
    replies: { 200: preferences },
  }),
};

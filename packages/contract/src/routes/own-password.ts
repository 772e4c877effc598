import { PASSWORD } from "@postil/domain/datasets/names";
import { z } from "zod";
import { route } from "../route.ts";
import { text } from "../wire/leaf.ts";

/** The caller's password: Postil's own. */
export const ownPasswordRoutes = {
  getMyPassword: route({
    method: "GET",
    path: "/api/postil/v1/me/password",
    access: "signed-in",
    summary: "Whether the caller has a password, and the provider that opens their account",
    replies: { 200: z.object({ set: z.boolean(), provider: z.string().nullable() }) },
  }),
  changeMyPassword: route({
    method: "PUT",
    path: "/api/postil/v1/me/password",
    access: "signed-in",
    conflicts: true,
    summary: "Change the caller's password, or choose the first; ends their other sessions",
    body: z.object({ current: text({ strict: true }).optional(), password: text({ ...PASSWORD, strict: true }) }),
    replies: { 204: z.null() },
  }),
};

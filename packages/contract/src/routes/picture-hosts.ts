import { MOST_PICTURE_HOSTS, PICTURE_HOST } from "@postil/domain/datasets/picture-hosts";
import { z } from "zod";
import { route } from "../route.ts";
import { text } from "../wire/leaf.ts";
import { list } from "../wire/shape.ts";

/** The hosts whose pictures the page loads without asking in the markdown of a dataset: Postil's own. */

const hosts = z.object({ items: z.array(z.string()) });

export const pictureHostRoutes = {
  listPictureHosts: route({
    method: "GET",
    path: "/api/postil/v1/datasets/:dataset_id/picture-hosts",
    access: "member",
    summary: "The hosts whose pictures load without being asked for",
    replies: { 200: hosts },
  }),
  setPictureHosts: route({
    method: "PUT",
    path: "/api/postil/v1/datasets/:dataset_id/picture-hosts",
    access: "manager",
    summary: "Set the hosts whose pictures load without being asked for",
    body: z.object({ items: list(text({ ...PICTURE_HOST, strict: true }), { max: MOST_PICTURE_HOSTS }) }),
    replies: { 200: hosts },
  }),
};

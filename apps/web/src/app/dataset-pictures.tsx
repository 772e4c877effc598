import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { pictureHostsQuery } from "../lib/api/queries/picture-hosts.ts";
import { PictureHosts } from "../ui/markdown/picture-hosts.ts";

/** Loads pictures only from the hosts that the dataset's settings allow. None loads until these are known. */
export function DatasetPictures({ id, children }: { id: string; children: ReactNode }) {
  const { data } = useQuery(pictureHostsQuery(id));
  const hosts = useMemo(() => new Set(data), [data]);
  return <PictureHosts value={hosts}>{children}</PictureHosts>;
}

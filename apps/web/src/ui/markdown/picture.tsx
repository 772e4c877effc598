import { t } from "i18next";
import { Image } from "lucide-react";
import { type MouseEvent, useContext, useState } from "react";
import { underBase } from "../../lib/base-path.ts";
import { Icon } from "../icon.tsx";
import { PictureHosts } from "./picture-hosts.ts";

type PictureProps = {
  src: string | undefined;
  alt: string;
  title: string | undefined;
  width: string | undefined;
  height: string | undefined;
};

/**
 * A picture in a text. A picture from another host tells that host that somebody reads this record. So it loads only after a
 * press, or if the dataset's settings name the host.
 */
export function Picture({ src, alt, title, width, height }: PictureProps) {
  const allowed = useContext(PictureHosts);
  const [asked, setAsked] = useState<string>();
  const host = hostOf(src);
  if (host === null || allowed.has(host) || asked === src)
    return (
      <img
        src={src}
        alt={alt}
        title={title}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
      />
    );
  const show = (event: MouseEvent) => {
    // The button may be inside a link.
    event.preventDefault();
    event.stopPropagation();
    setAsked(src);
  };
  const label = alt === "" ? t("picture.show", { host }) : t("picture.showNamed", { host, alt });
  return (
    <button type="button" aria-label={label} onClick={show} className="postil-picture">
      <Icon of={Image} size={14} />
      {/* Drawn by CSS, because the label is not part of the record's text, which is searched and marked. */}
      <span data-label={label} />
    </button>
  );
}

/**
 * The host of a picture from another server. Null for our own pictures and for data URLs. Addresses of the API count as
 * another host: they are not pictures and may redirect, for example to begin a sign-in.
 */
function hostOf(src: string | undefined): string | null {
  const here = window.location;
  if (src === undefined || !URL.canParse(src, here.href)) return null;
  const { protocol, host, pathname } = new URL(src, here.href);
  // The server also decodes percent-encoded letters. None of its picture addresses has any.
  const isOurs = host === here.host && !pathname.startsWith(underBase("/api/")) && !pathname.includes("%");
  return protocol === "data:" || isOurs ? null : host;
}

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
 * A picture of a text. One from elsewhere tells its host that somebody reads this record, so it loads when it is asked for, or
 * where the dataset's settings name the host.
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
    // It may stand in a link.
    event.preventDefault();
    event.stopPropagation();
    setAsked(src);
  };
  const label = alt === "" ? t("picture.show", { host }) : t("picture.showNamed", { host, alt });
  return (
    <button type="button" aria-label={label} onClick={show} className="postil-picture">
      <Icon of={Image} size={14} />
      {/* Not in the document as text: it is none of the record's words, which are searched and marked. */}
      <span data-label={label} />
    </button>
  );
}

/**
 * The host of a picture from elsewhere; null for our own and for those that the text itself holds. What the API answers is no picture,
 * and may lead elsewhere: to begin a sign-in is a call of it.
 */
function hostOf(src: string | undefined): string | null {
  const here = window.location;
  if (src === undefined || !URL.canParse(src, here.href)) return null;
  const { protocol, host, pathname } = new URL(src, here.href);
  // The server reads letters that are written as numbers too: none of its pictures has any.
  const isOurs = host === here.host && !pathname.startsWith(underBase("/api/")) && !pathname.includes("%");
  return protocol === "data:" || isOurs ? null : host;
}

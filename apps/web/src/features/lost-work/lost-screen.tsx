import { cloneElement, type ReactElement, type ReactNode } from "react";
import { OneColumn } from "../../ui/layouts/one-column.tsx";
import { textLinkClass } from "../../ui/text-link.ts";

export type ExitLink = ReactElement<{ className?: string; children?: ReactNode }>;

type LostScreenProps = {
  header: ReactNode;
  title: string;
  text: string;
  /** the unsent work */
  work: ReactNode;
  /** the router's link; gets its class and content here */
  link: ExitLink;
  linkText: string;
};

/** What happened, what was not sent, and a link to continue: replaces the page that the user worked on. */
export function LostScreen({ header, title, text, work, link, linkText }: LostScreenProps) {
  return (
    <OneColumn header={header}>
      <div className="mx-auto w-full max-w-[612px] py-12 max-md:py-6">
        <h1 className="text-title [overflow-wrap:anywhere]">{title}</h1>
        <p role="alert" className="mt-2 text-lead text-soft">
          {text}
        </p>
        {work}
        <p className="mt-8">{cloneElement(link, { className: textLinkClass }, linkText)}</p>
      </div>
    </OneColumn>
  );
}

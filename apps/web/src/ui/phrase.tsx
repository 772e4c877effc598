import i18next, { type ParseKeys, t } from "i18next";
import { Fragment, type ReactNode } from "react";

type PhraseProps = {
  of: ParseKeys;
  /** what stands in the text between braces; `count` chooses the plural too */
  values?: { readonly [name: string]: string | number };
  /** what the text's tags become: `<b>42</b>` is `b("42")`, `<key/>` is `key("")` */
  parts: { readonly [tag: string]: (text: string) => ReactNode };
};

/** Without the values that a text needs: they are put in piece by piece. */
const translate = t as (key: ParseKeys, options: object) => string;

const TAGGED = /<(?<empty>\w+)\/>|<(?<tag>\w+)>(?<inner>.*?)<\/\k<tag>>/g;

/** A text with elements in it. Its tags are read before its values are put in, which are text whatever they say. */
export function Phrase({ of, values = {}, parts }: PhraseProps) {
  const { interpolator } = i18next.services;
  const template = translate(of, { ...values, skipInterpolation: true });
  const filled = (piece: string) => interpolator.interpolate(piece, values, i18next.language, {});
  const shown: ReactNode[] = [];
  let end = 0;
  for (const { index, 0: whole, groups } of template.matchAll(TAGGED)) {
    const part = parts[groups?.empty ?? groups?.tag ?? ""];
    if (part === undefined) throw new Error(`"${of}" has ${whole}, for which there is no part`);
    shown.push(
      filled(template.slice(end, index)),
      <Fragment key={index}>{part(filled(groups?.inner ?? ""))}</Fragment>,
    );
    end = index + whole.length;
  }
  return [...shown, filled(template.slice(end))];
}

import i18next, { type ParseKeys, t } from "i18next";
import { Fragment, type ReactNode } from "react";

type PhraseProps = {
  of: ParseKeys;
  /** the values for the braces in the text; `count` also chooses the plural form */
  values?: { readonly [name: string]: string | number };
  /** the elements for the text's tags: `<b>42</b>` becomes `b("42")`, `<key/>` becomes `key("")` */
  parts: { readonly [tag: string]: (text: string) => ReactNode };
};

/** The tag `<b>` around a name, which is never translated. */
export const STRONG_NAME: PhraseProps["parts"] = {
  b: (name) => (
    <b translate="no" className="font-strong">
      {name}
    </b>
  ),
};

/** `t` without type checks of the values: they are inserted later, piece by piece. */
const translate = t as (key: ParseKeys, options: object) => string;

const TAGGED = /<(?<empty>\w+)\/>|<(?<tag>\w+)>(?<inner>.*?)<\/\k<tag>>/g;

/** A text with elements. Its tags are parsed before its values are inserted, so a value is always plain text. */
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

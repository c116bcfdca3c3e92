import { decodeHTMLStrict } from 'entities/decode';

/** Not `//` or `/\`, with which browsers leave the site. */
const SAFE_LINK = /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i;
// oxlint-disable-next-line eslint/no-control-regex -- browsers skip some of them, as in `java\nscript:`
const CONTROLS = /[\u0000-\u001F\u007F]/;

const ESCAPED = /\\([!-/:-@[-`{-~])|&(?:#x[\da-f]{1,6}|#\d{1,7}|[a-z][a-z\d]{1,31});/gi;

/** A text with its escapes and its entities, such as `\*` and `&copy;`, as characters. */
const unescaped = (text: string): string =>
  text.replaceAll(ESCAPED, (all, sign: string | undefined) => sign ?? decodeHTMLStrict(all));

/** Where a link or an image of such a name leads. Undefined where it would run, or nowhere. */
export const addressOf = (written: string): string | undefined => {
  const address = unescaped(written);
  return isSafe(address) ? address.replaceAll(' ', '%20') : undefined;
};

export const isSafe = (address: string): boolean => SAFE_LINK.test(address) && !CONTROLS.test(address);

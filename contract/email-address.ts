import { parseUrl } from './parse-url.ts';

const MAX_DOMAIN = 253;
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** What an address in a URL would not keep as it is, besides the name of a host. */
const NO_HOST = /[\s/?#%:@\\[\]]/;

/** A domain as DNS knows it: `bücher.example` is `xn--bcher-kva.example`. One that IDNA refuses stays as it is. */
const asciiDomain = (domain: string): string => {
  const isAscii = /^\p{ASCII}*$/u.test(domain);
  const host = isAscii || NO_HOST.test(domain) ? undefined : parseUrl(`http://${domain}`)?.hostname;
  return (host !== undefined && host.length <= MAX_DOMAIN ? host : domain.toLowerCase()).replace(/\.$/, '');
};

/**
 * The one form in which an address is stored and compared: NFC, lower case, without invisible characters, white space around
 * it and a final dot, the domain in ASCII. What is no address stays one of those that `isEmailAddress` refuses.
 */
export const normalEmail = (typed: string): string => {
  const shown = typed.replaceAll(INVISIBLE, '').replaceAll('＠', '@').trim();
  const at = shown.lastIndexOf('@');
  if (at < 0) return shown.toLowerCase().normalize('NFC');
  return `${shown.slice(0, at).toLowerCase()}@${asciiDomain(shown.slice(at + 1))}`.normalize('NFC');
};

/** Whether an email can be sent to an address in its normal form. */
export const isEmailAddress = (value: string): boolean =>
  /^[^\s@<>"(),;:\\\p{Cc}]+@[!-~]+$/u.test(value) && !/@.*[@<>"(),:;\\/?#%]/.test(value);

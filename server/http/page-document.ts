import { DEFAULT_ACCENT } from '#contract/accent.ts';
import type { RenderedPage } from '#contract/page-program.ts';
import type { SiteFacts } from '#contract/setup.ts';
import type { PageLook } from '#server/settings/branding.ts';
import { accentStyleAddress } from './accent-style.ts';

/** What a document is made of. */
export interface DocumentParts {
  facts: SiteFacts;
  look: PageLook;
  isCheckout: boolean;
  /** Without it the browser draws the page. */
  page?: RenderedPage | undefined;
  /** The browser draws the page again. */
  isReplaced?: boolean;
}

/** Data inside a script element, which a `<` in it must not be able to end. */
const jsonElement = (id: string, data: object): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const FAVICON = /<link rel="icon"[^>]*>/;
/** The outline of the header shows the mark until the program is there. */
const MARK = /<svg viewBox="0 0 28 28"[^]*?<\/svg>/;
/** With the space around it, which the page does not have. */
const OUTLINE = /\s*<!--page-->[^]*<!--\/page-->\s*/;

/** The page in the look of the school: its colour, its icons and its logo. */
const inLookOf = (html: string, { accent, logo, icon, touchIcon }: PageLook): string => {
  const style = accent === DEFAULT_ACCENT ? '' : `<link rel="stylesheet" href="${accentStyleAddress(accent)}" />`;
  const icons = `<link rel="icon" href="${icon}" type="image/png" /><link rel="apple-touch-icon" href="${touchIcon}" />`;
  const colored = html.replace('</head>', `${style}</head>`);
  const named = icon === '' ? colored : colored.replace(FAVICON, icons);
  return logo === ''
    ? named
    : named.replace(MARK, `<img src="${logo}" alt="" class="size-7 shrink-0 object-contain" />`);
};

/** Writes what is known of the school and of the page into the built document. */
export const writeDocument = (
  template: string,
  { facts, look, isCheckout, page, isReplaced = false }: DocumentParts,
): string => {
  const data = page && !isReplaced ? jsonElement('page-data', page.data) : '';
  const html = template
    .replace('<html lang="en"', `<html lang="en" data-payment-window="${isCheckout ? 'open' : 'closed'}"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(page?.title ?? facts.brandName)}</title>`)
    .replace('<!--brand-name-->', () => escapeHtml(facts.brandName))
    .replace('<!--site-facts-->', () => jsonElement('site-facts', facts) + data);
  return page ? inLookOf(html, { ...look, logo: '' }).replace(OUTLINE, () => page.body) : inLookOf(html, look);
};

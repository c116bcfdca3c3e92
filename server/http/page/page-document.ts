import { DEFAULT_ACCENT } from '#contract/school/accent.ts';
import { DEFAULT_LOOK } from '#contract/school/looks.ts';
import type { RenderedPage } from '#contract/page-program.ts';
import { pages } from '#contract/pages.ts';
import { addressIn, directionOf, pathPrefix, SOURCE_LANGUAGE } from '#contract/school/language-paths.ts';
import type { SiteFacts } from '#contract/school/setup.ts';
import type { PageLook } from '#server/settings/branding.ts';
import { accentStyleAddress } from './accent-style.ts';
import type { Outline } from './classroom-outline.ts';
import { FEED_PATH } from '../file/feed.ts';
import { escapeHtml } from './html.ts';

/** The language of a page. */
export interface PageLanguage {
  code: string;
  /** The beginning of its addresses; '' for the language of the school. */
  prefix: string;
}

/** The parts of a document. */
export interface DocumentParts {
  facts: SiteFacts;
  language: PageLanguage;
  look: PageLook;
  /** The address of what the school says in its own words. */
  ownWords?: string | undefined;
  isCheckout: boolean;
  /** Without it the browser draws the page. */
  page?: RenderedPage | undefined;
  /** The browser draws the page again. */
  isReplaced?: boolean;
  /** Of a page that the browser draws. */
  outline?: Outline | undefined;
  /** The course that the page is about, where a browser without JavaScript finds its way back. */
  course?: string | undefined;
  /** The origin of the site, for absolute addresses. */
  origin: string;
}

/** Data inside a script element, with `<` escaped so that it cannot end the element. */
const jsonElement = (data: object, type: string, id?: string): string =>
  `<script type="${type}"${id === undefined ? '' : ` id="${id}"`}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

const pageData = (id: string, data: object): string => jsonElement(data, 'application/json', id);

const FAVICON = /<link rel="icon"[^>]*>/;
const TOUCH_ICON = /<link rel="apple-touch-icon"[^>]*>/;
const DESCRIPTION = /<meta name="description"[^>]*>/;
/** The outline of the header shows the mark until the program is there. */
const MARK = /<svg viewBox="0 0 28 28"[^]*?<\/svg>/;
/** The built program and its preloads. */
const PROGRAM = /\s*<(?:script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>/g;
/** The outline with the space around it. */
const OUTLINE = /\s*<!--page-->[^]*<!--\/page-->\s*/;

/** The titles of the other looks are in another typeface. */
const TITLE_FONT = /\s*<link\s[^>]*eczar[^>]*>/;
/** The page in the look of the school: its colour, its icons and its logo. */
const inLookOf = (html: string, { accent, logo, icon, touchIcon }: PageLook): string => {
  const style = accent === DEFAULT_ACCENT ? '' : `<link rel="stylesheet" href="${accentStyleAddress(accent)}" />`;
  const icons = `<link rel="icon" href="${icon}" type="image/png" /><link rel="apple-touch-icon" href="${touchIcon}" />`;
  const colored = html.replace('</head>', `${style}</head>`);
  const named = icon === '' ? colored : colored.replace(TOUCH_ICON, '').replace(FAVICON, icons);
  return logo === ''
    ? named
    : named.replace(MARK, `<img src="${logo}" alt="" class="size-7 shrink-0 object-contain" />`);
};

const tag = (name: 'name' | 'property', key: string, content: string): string =>
  `<meta ${name}="${key}" content="${escapeHtml(content)}" />`;

/** A complete page loads its program after the first paint, by `first-paint.js`. */
const withProgramLast = (html: string): string => {
  const program = html.match(PROGRAM)?.join('') ?? '';
  return html.replaceAll(PROGRAM, '').replace('</head>', `<template id="program">${program}</template></head>`);
};

const hasFeed = (path: string): boolean => path === pages.home.path || path.split('?')[0] === pages.courses.path;

const feedLink = (title: string): string =>
  `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(title)}" href="${FEED_PATH}" />`;

/** The same page in each language. */
const alternates = (path: string, origin: string, { language, languages }: SiteFacts): string[] => {
  if (languages.length < 2) return [];
  const link = (name: string, prefix: string): string =>
    `<link rel="alternate" hreflang="${name}" href="${escapeHtml(addressIn(prefix, path, origin))}" data-of-page />`;
  return [...languages.map(({ code }) => link(code, pathPrefix(code, language))), link('x-default', '')];
};

/** The metadata of a page for search engines and messengers. */
const headTags = (
  { title, head }: RenderedPage,
  { origin, facts, language }: Pick<DocumentParts, 'origin' | 'facts' | 'language'>,
): string => {
  const { description, canonical, picture, structuredData } = head;
  const picturePart =
    picture === undefined
      ? []
      : [
          tag('property', 'og:image', `${origin}${picture}`),
          tag('property', 'og:image:width', '1200'),
          tag('property', 'og:image:height', '630'),
        ];
  return [
    tag('name', 'description', description),
    ...(canonical === undefined
      ? [tag('name', 'robots', 'noindex')]
      : [
          `<link rel="canonical" href="${escapeHtml(addressIn(language.prefix, canonical, origin))}" data-of-page />`,
          ...alternates(canonical, origin, facts),
          tag('property', 'og:url', addressIn(language.prefix, canonical, origin)),
          ...(hasFeed(canonical) ? [feedLink(facts.brandName)] : []),
        ]),
    tag('property', 'og:type', 'website'),
    tag('property', 'og:site_name', facts.brandName),
    tag('property', 'og:title', title),
    tag('property', 'og:description', description),
    ...picturePart,
    tag('name', 'twitter:card', picture === undefined ? 'summary' : 'summary_large_image'),
    ...structuredData.map((data) => jsonElement(data, 'application/ld+json')),
  ].join('');
};

/** For a browser without JavaScript: the page of the course, which is complete without it, or all courses. */
const wayBack = (course: string | undefined, prefix: string): string =>
  course === undefined
    ? `<a class="link" href="${prefix}${pages.courses.path}">All courses</a>`
    : `<a class="link" href="${prefix}${pages.course.path}?course=${encodeURIComponent(course)}">Back to the course</a>`;

/** The program needs them as soon as it runs. */
const ownWordsLink = ({ ownWords, language }: DocumentParts): string =>
  ownWords === undefined
    ? ''
    : `<link rel="preload" as="fetch" crossorigin fetchpriority="low" href="${ownWords}" data-words="${language.code}" />`;

const withOutline = (html: string, { head, body }: Outline): string =>
  html.replace('</head>', () => `${head}</head>`).replace('<!--/page-->', () => `${body}<!--/page-->`);

const attributesOf = ({ code }: PageLanguage): string =>
  code === SOURCE_LANGUAGE ? `lang="${code}"` : `lang="${code}" dir="${directionOf(code)}"`;

/** Inserts the school and the page into the built document. */
export const writeDocument = (template: string, parts: DocumentParts): string => {
  const { facts, language, look, isCheckout, page, isReplaced = false, course, outline } = parts;
  const data = page && !isReplaced ? pageData('page-data', page.data) : '';
  const html = template
    .replace('<!--way-back-->', () => wayBack(course, language.prefix))
    .replace(
      '<html lang="en"',
      `<html ${attributesOf(language)} data-look="${facts.look}" data-payment-window="${isCheckout ? 'open' : 'closed'}"`,
    )
    .replace(facts.look === DEFAULT_LOOK ? '' : TITLE_FONT, '')
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(page?.title ?? facts.brandName)}</title>`)
    // It is not of the build, which would look for it.
    .replace('<!--manifest-->', '<link rel="manifest" href="/site.webmanifest" />')
    .replace('<!--brand-name-->', () => escapeHtml(facts.brandName))
    .replace('<!--site-facts-->', () => pageData('site-facts', facts) + data + ownWordsLink(parts));
  if (!page) return inLookOf(outline ? withOutline(html, outline) : html, look);
  return inLookOf(withProgramLast(html), { ...look, logo: '' })
    .replace(DESCRIPTION, '')
    .replace('</title>', () => `</title>${headTags(page, parts)}`)
    .replace(OUTLINE, () => page.body);
};

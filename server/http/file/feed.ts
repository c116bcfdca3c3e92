import { pages } from '#contract/pages.ts';
import { courseAddress } from '#contract/catalog/course-address.ts';
import type { PublishedItem } from '../page/page-status.ts';

export const FEED_PATH = '/feed.xml';
/** How much of a description is in it. */
const EXCERPT_LENGTH = 500;

/** What no XML document may have, however it is written. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(FORBIDDEN, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

export const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

const itemOf = (site: string, item: PublishedItem): string =>
  [
    '<item>',
    element('title', item.lecture_title === null ? item.course_title : `${item.course_title}: ${item.lecture_title}`),
    element('link', `${site}${courseAddress(item.course_id, item.slug)}`),
    `<guid isPermaLink="false">${escapeXml(item.id)}</guid>`,
    element('pubDate', new Date(item.published_at).toUTCString()),
    element('description', item.description.slice(0, EXCERPT_LENGTH)),
    '</item>',
  ].join('');

/** New courses and lectures as RSS 2.0. */
export const writeFeed = (
  site: string,
  { title, description }: { title: string; description: string },
  items: readonly PublishedItem[],
): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    element('title', title),
    element('link', `${site}${pages.courses.path}`),
    `<atom:link href="${escapeXml(site + FEED_PATH)}" rel="self" type="application/rss+xml" />`,
    element('description', description),
    ...items.map((item) => itemOf(site, item)),
    '</channel></rss>\n',
  ].join('');

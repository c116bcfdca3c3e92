import { element, escapeXml } from '#server/http/file/feed.ts';

/** As people read them; the address of its file without an image. */
export interface Podcast {
  /** Of the course. */
  page: string;
  /** Of the person, with their secret. */
  address: string;
  courseId: string;
  title: string;
  description: string;
  author: string;
  category: string;
  image: string | undefined;
}

export interface Episode {
  lectureId: string;
  title: string;
  description: string;
  durationMs: number | null;
  publishedAt: number;
  /** The video where there is no sound alone. */
  fileName: string;
  contentType: string;
}

/** Why there are no episodes. */
export interface Closed {
  title: string;
  text: string;
}

const DESCRIPTION_LENGTH = 4000;
const attribute = (text: string): string => escapeXml(text).replaceAll('"', '&quot;');

const itemOf = ({ address }: Podcast, episode: Episode, number: number): string =>
  [
    '<item>',
    element('title', episode.title),
    element('description', episode.description.slice(0, DESCRIPTION_LENGTH)),
    `<guid isPermaLink="false">${escapeXml(episode.lectureId)}</guid>`,
    element('pubDate', new Date(episode.publishedAt).toUTCString()),
    // The size is not known without opening the file; apps learn it from the response.
    `<enclosure url="${attribute(`${address}/${episode.lectureId}/${episode.fileName}`)}" length="0" type="${attribute(episode.contentType)}" />`,
    element('itunes:episode', String(number)),
    ...(episode.durationMs === null ? [] : [element('itunes:duration', String(Math.round(episode.durationMs / 1000)))]),
    '</item>',
  ].join('');

const closedItem = ({ courseId }: Podcast, { title, text }: Closed): string =>
  [
    '<item>',
    element('title', title),
    element('description', text),
    `<guid isPermaLink="false">ended-${escapeXml(courseId)}</guid>`,
    '</item>',
  ].join('');

/** The lectures of a course as RSS 2.0 with the tags of podcasts, or why it is closed. No directory lists it. */
export const writePodcast = (podcast: Podcast, content: readonly Episode[] | Closed): string => {
  const { page, address, courseId, title, description, author, category, image } = podcast;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    element('title', title),
    element('link', page),
    `<atom:link href="${attribute(`${address}/${courseId}.xml`)}" rel="self" type="application/rss+xml" />`,
    element('description', description.slice(0, DESCRIPTION_LENGTH)),
    element('language', 'en'),
    element('itunes:author', author),
    `<itunes:category text="Education" />`,
    element('category', category),
    element('itunes:type', 'serial'),
    element('itunes:explicit', 'false'),
    element('itunes:block', 'Yes'),
    ...(image === undefined ? [] : [`<itunes:image href="${attribute(image)}" />`]),
    ...('title' in content
      ? [closedItem(podcast, content)]
      : content.map((episode, index) => itemOf(podcast, episode, index + 1))),
    '</channel></rss>\n',
  ].join('');
};

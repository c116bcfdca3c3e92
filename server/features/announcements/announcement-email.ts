import { say } from '#contract/languages/say.ts';
import { pages } from '#contract/pages.ts';
import { fillValues } from '#contract/text-values.ts';
import type { ReaderTexts } from '#server/database/translations.ts';
import type { Email } from '#server/email/mailer.ts';
import { escapeMarkdown } from '#server/rich-text/escape-markdown.ts';
import { readMarkdown } from '#server/rich-text/rich-text.ts';
import type { NamedAnnouncement } from './announcements.queries.ts';

/** The values that a text may have in braces. */
export interface AnnouncementValues {
  /** Of the reader. */
  name: string;
  school: string;
  courseTitle: string | null;
}

/** The text as one person reads it. */
export const textFor = (body: string, { name, school, courseTitle }: AnnouncementValues): string =>
  fillValues(body, {
    name: escapeMarkdown(name),
    school: escapeMarkdown(school),
    ...(courseTitle !== null && { course: escapeMarkdown(courseTitle) }),
  });

/** An announcement as its reader gets it: an email cannot be taken back, so only a translation of exactly these words goes out. */
export const announcementFor = (
  texts: ReaderTexts,
  { id, title, body, course_id: courseId, course_title: courseTitle }: NamedAnnouncement,
) => ({
  title: texts.exactly(id, 'title', title),
  body: texts.exactly(id, 'body', body),
  courseTitle: courseId === null || courseTitle === null ? courseTitle : texts.of(courseId, 'title', courseTitle),
});

export interface AnnouncementToSend {
  id: string;
  title: string;
  body: string;
  author: string;
  courseTitle: string | null;
}

/** The email of an announcement: the whole text, from whom it is, and the page that shows it. */
export const announcementEmail = async (
  { id, title, body, author, courseTitle }: AnnouncementToSend,
  { address, ...reader }: Omit<AnnouncementValues, 'courseTitle'> & { address: string },
): Promise<Email> => ({
  to: [address],
  subject: title,
  heading: title,
  parts: [
    { kind: 'rich', blocks: readMarkdown(textFor(body, { ...reader, courseTitle })) },
    { kind: 'text', text: courseTitle === null ? author : `${author}, ${courseTitle}` },
    { kind: 'button', label: say('Read it on the site'), path: pages.announcement.path.replace(':announcementId', id) },
  ],
});

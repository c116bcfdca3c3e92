import { announcementMessages } from '#contract/announcements/announcement-messages.ts';
import { pages } from '#contract/pages.ts';
import type { Email } from '#server/email/mailer.ts';
import { readMarkdown } from '#server/rich-text/rich-text.ts';

const said = announcementMessages.email;

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
  address: string,
): Promise<Email> => ({
  to: [address],
  subject: title,
  heading: title,
  parts: [
    { kind: 'rich', blocks: readMarkdown(body) },
    { kind: 'text', text: said.from(author, courseTitle) },
    { kind: 'button', label: said.button, path: pages.announcement.path.replace(':announcementId', id) },
  ],
});

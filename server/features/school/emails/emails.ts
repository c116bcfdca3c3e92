import { messages } from '#contract/messages.ts';
import type { Role } from '#contract/fields.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import {
  emailFolderOf,
  type EmailFolder,
  type EmailHead,
  openEmailFolder,
  type FiledEmail,
} from '#server/email/email-folder.ts';
import { pageOfSent } from '#server/email/sent-emails.queries.ts';
import type { StoredAttachment } from '#server/email/stored-email.ts';
import type { Platform } from '#server/platform.ts';

/** A web address that ends in a secret of ours, such as the link to a new password. It gives access to the account. */
const PRIVATE_LINK = /https?:\/\/[^\s/"<>]+\/[^\s"<>]*?[\w-]{43}(?![\w-])/g;
/** That, or a code to log in with. */
const PRIVATE = new RegExp(String.raw`${PRIVATE_LINK.source}|(?<![\w-])\d{3}-\d{3}(?![\w-])`, 'g');
const PRIVATE_TARGET = new RegExp(` href="${PRIVATE_LINK.source}[^"]*"`, 'g');

export interface EmailsNeeds {
  findPerson: (email: string) => Promise<{ id: string; role: Role } | undefined>;
  /** Records that an admin saw the link of another person. */
  recordLinkShown: (shown: { adminId: string; userId: string; emailId: string }) => Promise<void>;
}

export type Emails = ReturnType<typeof createEmails>;

type EmailChoice = Parameters<EmailFolder['all']>[0];
type EmailPage = EmailChoice & { limit: number; offset: number };
type ListedEmail = EmailHead & { isStored: boolean };

const PAGE = 500;

const withoutLinks = (email: FiledEmail): FiledEmail => ({
  ...email,
  text: email.text.replace(PRIVATE, messages.emails.hiddenLink),
  html: email.html?.replace(PRIVATE_TARGET, '').replace(PRIVATE, messages.emails.hiddenLink),
});

const hasLink = (email: FiledEmail): boolean => {
  const { text, html } = withoutLinks(email);
  return text !== email.text || html !== email.html;
};

/**
 * The emails stored while no mail server is set, and the parts of them that an admin may read; with one, the list is of what it
 * got, and those of before can still be read. Each throws `mail_not_found`.
 */
export const createEmails = (
  { config, settings, database: { db } }: Platform,
  { findPerson, recordLinkShown }: EmailsNeeds,
) => {
  const stored = openEmailFolder(emailFolderOf(config.dataDir));

  const find = async (emailId: string): Promise<FiledEmail> => {
    const email = await stored.find(emailId);
    if (!email) throw fail('mail_not_found');
    return email;
  };

  const isUsed = async (): Promise<boolean> => !(await settings.sendsEmail());

  const list = async (page: EmailPage): Promise<{ emails: ListedEmail[]; total: number }> => {
    if (await isUsed()) {
      const { emails, total } = await stored.list(page);
      return { emails: emails.map((email) => ({ ...email, isStored: true })), total };
    }
    const sent = await pageOfSent(db, page);
    const emails: ListedEmail[] = [];
    for (const { id, address: to, subject, sent_at: sentAtMs } of sent.emails)
      emails.push({ id, to, subject, sentAtMs, isStored: await stored.has(id) });
    return { emails, total: sent.total };
  };

  return {
    /** Whether emails are stored now. */
    isUsed,
    list,
    /** Every email of a choice, read a page at a time. */
    all: async function* all(choice: EmailChoice): AsyncGenerator<ListedEmail> {
      for (let offset = 0; ; offset += PAGE) {
        const { emails } = await list({ ...choice, limit: PAGE, offset });
        yield* emails;
        if (emails.length < PAGE) return;
      }
    },

    /** The email without the links that are for another person alone. */
    read: async (actor: Actor, emailId: string): Promise<{ email: FiledEmail; isLinkHidden: boolean }> => {
      const email = await find(emailId);
      if (!hasLink(email) || (await findPerson(email.to))?.id === actor.id) return { email, isLinkHidden: false };
      return { email: withoutLinks(email), isLinkHidden: true };
    },

    /** Throws `mail_not_found` for an unknown number too. */
    attachment: async (emailId: string, number: number): Promise<StoredAttachment> => {
      const found = (await find(emailId)).attachments[number];
      if (!found) throw fail('mail_not_found');
      return found;
    },

    /**
     * The email with its link, for an admin who helps a learner, and a record of it. Throws `link_of_another_admin` unless
     * the email is to a learner or to the caller.
     */
    showLink: async (actor: Actor, emailId: string): Promise<FiledEmail> => {
      const email = await find(emailId);
      if (!hasLink(email)) return email;
      const person = await findPerson(email.to);
      if (person?.id === actor.id) return email;
      if (person?.role !== 'USER') throw fail('link_of_another_admin');
      await recordLinkShown({ adminId: actor.id, userId: person.id, emailId: email.id });
      return email;
    },
  };
};

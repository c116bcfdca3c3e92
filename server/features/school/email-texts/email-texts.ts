import { emailTextNames } from '#contract/school/email-text-names.ts';
import type { EmailText, EmailTextId, EmailWording } from '#contract/school/email-texts.ts';
import { recordChange } from '#server/audit/context.ts';
import type { Tx } from '#server/database/database.ts';
import { describeSmtpError } from '#server/email/smtp-error.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';

export interface EmailTextsNeeds {
  recordSettings: (tx: Tx, change: { adminId: string; section: string; fields: string[] }) => Promise<void>;
  emailOf: (userId: string) => Promise<string | undefined>;
}

export type EmailTextChanges = ReturnType<typeof createEmailTextChanges>;

const wordingOf = (found: EmailText | undefined): EmailWording | undefined =>
  found && { subject: found.subject, heading: found.heading, text: found.text };

/** The texts of emails, as an owner changes them. Calls with a wording throw `validation_failed` for one that cannot be used. */
export const createEmailTextChanges = (
  { database, clock, mailer, settings }: Pick<Platform, 'database' | 'clock' | 'mailer' | 'settings'>,
  { recordSettings, emailOf }: EmailTextsNeeds,
) => {
  const { texts } = mailer;

  const store = (actor: Actor, id: EmailTextId, wording: EmailWording | undefined): Promise<EmailText> =>
    database.transaction(async (tx) => {
      const before = wordingOf(await texts.find(tx, id));
      await texts.store(tx, id, wording, clock.now());
      const text = await texts.find(tx, id);
      if (!text) throw fail('mail_not_found');
      recordChange({ name: emailTextNames[id][0], ...(before && { before }), after: { ...wordingOf(text) } });
      await recordSettings(tx, { adminId: actor.id, section: 'email', fields: [`text of ${id}`] });
      return text;
    });

  const assertUsable = (id: EmailTextId, wording: EmailWording): void => {
    const problem = texts.check(id, wording);
    if (problem) throw fail('validation_failed', { details: [problem] });
  };

  const exampleOf = async (id: EmailTextId, wording: EmailWording) => {
    assertUsable(id, wording);
    const example = await texts.exampleOf(database.db, id, wording, (await settings.school()).brandName);
    if (!example) throw fail('mail_not_found');
    return example;
  };

  return {
    list: () => texts.list(database.db),
    save: (actor: Actor, id: EmailTextId, wording: EmailWording) => {
      assertUsable(id, wording);
      return store(actor, id, wording);
    },
    reset: (actor: Actor, id: EmailTextId) => store(actor, id, undefined),
    preview: async (id: EmailTextId, wording: EmailWording) => mailer.preview(await exampleOf(id, wording)),

    /** Throws `email_not_set_up`, or `email_not_sent` with the reply of the mail server. */
    test: async (actor: Actor, id: EmailTextId, wording: EmailWording): Promise<string> => {
      const { wording: _, replyTo: __, ...example } = await exampleOf(id, wording);
      const to = await emailOf(actor.id);
      if (to === undefined) throw fail('email_not_set_up');
      await mailer.deliver(newId(), { ...example, to: [to] }).catch((error: unknown) => {
        throw fail('email_not_sent', { message: describeSmtpError(error), cause: error });
      });
      return to;
    },

    countUnusable: async (): Promise<number> =>
      (await texts.list(database.db)).filter(({ problem }) => problem !== null).length,
  };
};

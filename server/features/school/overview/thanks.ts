import { z } from 'zod';
import { say } from '#contract/languages/say.ts';
import type { FirstSale } from '#contract/school/overview.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { toInstant } from '#server/clock.ts';
import { findValue, storeValue } from '#server/database/stored-value.ts';
import { fail } from '#server/errors.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';

const sendThanks = defineJob({
  name: 'overview.thank',
  lane: 'email',
  payload: z.object({ adminId: z.string(), userId: z.string() }),
});

/** In which it can be undone. */
const UNDO_MS = 45_000;
const THANKS = 'overview.thanks';
const JOB_ID = 'overview.thanks';
const SUBJECT = say('Thank you');

const Stored = z.object({ text: z.string(), at: z.int() });

export interface ThanksNeeds {
  emailOf: (userId: string) => Promise<string | undefined>;
}

/** The thank-you for the first sale: an email of its admin, who gets the reply. */
export const createThanks = (
  { database, clock, jobs, mailer }: Pick<Platform, 'database' | 'clock' | 'jobs' | 'mailer'>,
  { emailOf }: ThanksNeeds,
) => {
  const { db } = database;
  const present = ({ text, at }: z.output<typeof Stored>): NonNullable<FirstSale['thanks']> => ({
    text,
    at: toInstant(at),
    undoUntil: toInstant(at + UNDO_MS),
  });

  const find = async (): Promise<FirstSale['thanks']> => {
    const value = await findValue(db, THANKS);
    return value === undefined ? null : present(Stored.parse(JSON.parse(value)));
  };

  jobs.handle(sendThanks, async ({ adminId, userId }) => {
    const [thanks, to, replyTo] = [await find(), await emailOf(userId), await emailOf(adminId)];
    if (!thanks || to === undefined) return;
    const parts = thanks.text
      .split(/\n{2,}/)
      .map((paragraph) => ({ kind: 'text', text: paragraph, mayLink: true }) as const);
    await mailer.enqueueOnce(db, `${JOB_ID}.email`, {
      to: [to],
      subject: SUBJECT,
      heading: '',
      parts,
      isPersonal: true,
      ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    });
    await recordAudit(db, {
      at: clock.now(),
      source: { kind: 'admin', id: adminId },
      kind: 'people_emailed',
      detail: { subject: SUBJECT.message, count: 1 },
    });
  });

  return {
    find,

    /** One alone: a second one is that of the first. Throws `person_not_found` for nobody. */
    send: async (
      adminId: string,
      userId: string | undefined,
      text: string,
    ): Promise<NonNullable<FirstSale['thanks']>> => {
      const known = await find();
      if (known) return known;
      if (userId === undefined || (await emailOf(userId)) === undefined) throw fail('person_not_found');
      const at = clock.now();
      await database.transaction(async (tx) => {
        await storeValue(tx, THANKS, JSON.stringify({ text, at }), at);
        await jobs.enqueue(tx, sendThanks, { adminId, userId }, { id: JOB_ID, runAtMs: at + UNDO_MS });
      });
      return present({ text, at });
    },

    /** False once it was emailed. */
    undo: (): Promise<boolean> =>
      database.transaction(async (tx) => {
        const isUndone = await jobs.cancel(tx, JOB_ID);
        if (isUndone) await tx.deleteFrom('settings').where('name', '=', THANKS).execute();
        return isUndone;
      }),
  };
};

import { z } from 'zod';
import { type Said, say } from '#contract/languages/say.ts';
import { describeEvent, type EventKind } from '#contract/school/audit-events.ts';
import { pages } from '#contract/pages.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { Email } from '#server/email/mailer.ts';
import { EXAMPLE_SCHOOL } from '#server/email/wording.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import { findById } from './accounts.queries.ts';

/** More than one email can show. */
const MAX_LISTED = 50;

const sendReview = defineJob({
  name: 'accounts.review-email',
  lane: 'email',
  payload: z.object({ userId: z.string(), sinceMs: z.int() }),
});

type Facts = [Said, string][];

/** What works without the login of the admin who made it, from the newest to the oldest. */
const madeSince = async (db: Db, sinceMs: number): Promise<Facts> => {
  const keys = await db
    .selectFrom('api_keys')
    .select('name')
    .where('ended_at', 'is', null)
    .where('created_at', '>=', sinceMs)
    .orderBy('created_at', 'desc')
    .limit(MAX_LISTED)
    .execute();
  const webhooks = await db
    .selectFrom('webhooks')
    .select('url')
    .where('created_at', '>=', sinceMs)
    .orderBy('created_at', 'desc')
    .limit(MAX_LISTED)
    .execute();
  const admins = await db
    .selectFrom('users as u')
    .select('u.email')
    .where('u.role', '=', 'ADMIN')
    .where('u.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('u.created_at', '>=', sinceMs),
        eb.exists(
          eb
            .selectFrom('audit_entries as a')
            .select('a.id')
            .whereRef('a.user_id', '=', 'u.id')
            .where('a.kind', '=', 'role_changed')
            .where('a.at', '>=', sinceMs),
        ),
      ]),
    )
    .orderBy('u.created_at', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return [
    ...keys.map(({ name }): [Said, string] => [say('API key'), name]),
    ...webhooks.map(({ url }): [Said, string] => [say('Webhook'), new URL(url).host]),
    ...admins.map(({ email }): [Said, string] => [say('Admin'), email]),
  ];
};

/** What stays changed, and gives access, money or a way in to somebody. */
const LASTING: EventKind[] = [
  'settings_changed',
  'email_text_changed',
  'role_changed',
  'course_people_changed',
  'batch_changed',
  'plan_created',
  'plan_changed',
  'coupon_created',
  'coupon_changed',
  'access_granted',
  'school_exported',
];

/** How often this account did each of them. */
const changedSince = async (db: Db, userId: string, sinceMs: number): Promise<Facts> => {
  const rows = await db
    .selectFrom('audit_entries')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
    .where('actor_id', '=', userId)
    .where('kind', 'in', LASTING)
    .where('at', '>=', sinceMs)
    .groupBy('kind')
    .execute();
  return rows
    .toSorted((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1))
    .map(({ kind, count }) => [describeEvent(kind).text, `× ${count}`]);
};

interface Review {
  school: string;
  userId: string;
  rows: Facts;
}

const reviewEmail = (to: string, { school, userId, rows }: Review): Email => ({
  to: [to],
  wording: { id: 'security_review', values: {} },
  subject: say('Review what was made at {school}', { school }),
  heading: say('Look at what was made in the last 30 days'),
  parts: [
    {
      kind: 'text',
      text: say(
        'You said that a login to your admin account was not yours. Look at each of these, and end or change back what you do not know.',
      ),
    },
    { kind: 'facts', rows },
    { kind: 'button', label: say('Audit'), path: `${pages.auditSettings.path}?person=${userId}&days=30` },
    { kind: 'button', label: say('API Keys'), path: pages.apiKeySettings.path },
    { kind: 'button', label: say('Webhooks'), path: pages.webhookSettings.path },
    { kind: 'button', label: say('Admins'), path: `${pages.users.path}?access=admin` },
  ],
});

/** After an admin said that a login was not theirs: what it may have left behind. */
export const createReviewEmail = ({ database: { db }, jobs, mailer, settings }: Platform) => {
  mailer.texts.define(reviewEmail('', { school: EXAMPLE_SCHOOL, userId: '', rows: [[say('API key'), 'Reports']] }), []);

  jobs.handle(sendReview, async ({ userId, sinceMs }, { id }) => {
    const user = await findById(db, userId);
    const made = (await madeSince(db, sinceMs)).filter(([, value]) => value !== user?.email);
    const rows = [...made, ...(await changedSince(db, userId, sinceMs))];
    if (!user || rows.length === 0) return;
    const { brandName: school } = await settings.school();
    await mailer.deliver(id, reviewEmail(user.email, { school, userId, rows }));
  });

  return (tx: Tx, userId: string, sinceMs: number): Promise<void> => jobs.enqueue(tx, sendReview, { userId, sinceMs });
};

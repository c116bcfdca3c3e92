import type { z } from 'zod';
import type { AuditChange } from '#contract/school/audit-kinds.ts';
import type { WebhookData, WebhookEvent } from '#contract/school/webhooks.ts';
import { toInstant } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import { secretDigest } from '#server/ids.ts';
import { insertJobs } from '#server/jobs/jobs.queries.ts';

export const WEBHOOK_JOB = 'webhooks.send';

/** The part of an audit entry that messages are made of. */
type AuditEntry = AuditChange & {
  at: number;
  userId?: string | null;
  paymentId?: string | null;
  courseId?: string | null;
};

type News = {
  [Event in WebhookEvent]: {
    event: Event;
    /** A message about it is written once. */
    subject: string;
    data: z.input<(typeof WebhookData)[Event]>;
  };
}[WebhookEvent];

/** What other programs learn of an entry; undefined for all others. */
const newsOf = (entry: AuditEntry): News | undefined => {
  const { kind, detail, userId = null, courseId, paymentId } = entry;
  switch (kind) {
    case 'payment_status_changed': {
      if (detail.status !== 'captured' || !detail.isConfirmed || !paymentId) return undefined;
      const { amountInPaise, currency, method, batchId, parts } = detail;
      const about = { ...(batchId !== undefined && { batchId }), ...(parts !== undefined && { parts }) };
      const data = { paymentId, userId, amountInPaise, currency, method, ...about };
      return { event: 'purchase', subject: paymentId, data };
    }
    case 'refund_status_changed': {
      if (detail.status !== 'processed' || !paymentId) return undefined;
      const { refundId, amountInPaise } = detail;
      return { event: 'refund', subject: refundId, data: { refundId, paymentId, userId, amountInPaise } };
    }
    case 'account_registered':
      return { event: 'registration', subject: `${userId}`, data: { userId } };
    case 'course_completed':
      if (!courseId) return undefined;
      return { event: 'completion', subject: `${userId} ${courseId}`, data: { userId, courseId } };
    case 'certificate_issued':
      if (!courseId) return undefined;
      return { event: 'certificate', subject: detail.code, data: { userId, courseId, code: detail.code } };
    case 'review_published': {
      if (!courseId) return undefined;
      const { reviewId, stars } = detail;
      return { event: 'review', subject: `${reviewId} ${entry.at}`, data: { userId, courseId, reviewId, stars } };
    }
    default:
      return undefined;
  }
};

/** Writes the messages about entries in their transaction, with the jobs that send them. */
export const queueMessages = async (tx: Db, entries: readonly AuditEntry[]): Promise<void> => {
  const news = entries.flatMap((entry) => {
    const found = newsOf(entry);
    return found ? [{ ...found, at: entry.at }] : [];
  });
  if (news.length === 0) return;
  const webhooks = await tx.selectFrom('webhooks').select(['id', 'events']).execute();
  for (const { event, subject, data, at } of news)
    for (const { id } of webhooks.filter((webhook) => webhook.events.split(' ').includes(event)))
      await queueMessage(tx, { webhookId: id, subject: `${event} ${subject}`, event, data, at });
};

/** A message that exists is not written again. */
export const queueMessage = async (
  tx: Db,
  message: { webhookId: string; event: string; subject: string; data: object; at: number },
): Promise<void> => {
  const { webhookId, event, subject, data, at } = message;
  const id = `msg_${secretDigest(`${webhookId} ${subject}`).slice(0, 24)}`;
  await tx
    .insertInto('webhook_messages')
    .values({
      id,
      webhook_id: webhookId,
      event,
      body: JSON.stringify({ type: event, timestamp: toInstant(at), data }),
      state: 'waiting',
      tries: 0,
      created_at: at,
      last_try_at: null,
      status: null,
      response: '',
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await queueTry(tx, id, 0, { now: at, runAt: at });
};

/** A try to send a message; workers look for due ones every second. */
export const queueTry = async (
  tx: Db,
  messageId: string,
  name: number | string,
  moment: { now: number; runAt: number },
): Promise<void> => {
  const payload = JSON.stringify({ messageId });
  await insertJobs(tx, [{ id: `webhook:${messageId}:${name}`, name: WEBHOOK_JOB, payload, ...moment }]);
};

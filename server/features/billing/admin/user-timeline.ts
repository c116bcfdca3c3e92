import type { z } from 'zod';
import type { TimelineEntry } from '#contract/billing/sales.ts';
import type { Write } from '#contract/languages/say.ts';
import { salesMessages } from '#contract/billing/sales-messages.ts';
import { toInstant } from '#server/clock.ts';
import { fail } from '#server/errors.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { auditEntriesOfUser } from '#server/audit/audit.ts';
import { emailsOf, findPerson } from './people.queries.ts';
import { describeEntry } from './timeline.ts';

const MAX_ENTRIES = 100;

/** The end of a user's timeline, oldest first as on the page of a payment. */
export const createUserTimeline =
  ({ database: { db } }: BillingPlatform) =>
  async (userId: string, write: Write): Promise<z.input<typeof TimelineEntry>[]> => {
    const person = await findPerson(db, userId);
    if (!person) throw fail('person_not_found');
    const audited = await auditEntriesOfUser(db, userId, MAX_ENTRIES);
    const ids = audited.flatMap(({ source }) => ('id' in source ? [source.id] : []));
    const emails = await emailsOf(db, [...new Set(ids)]);
    const format = { write, buyerId: null, emails };
    const entries = audited.toReversed().map((entry) => describeEntry(entry, format));
    const isInvited = audited.some(({ kind }) => kind === 'account_imported' || kind === 'account_added');
    if (isInvited || audited.length === MAX_ENTRIES) return entries;
    return [
      { at: toInstant(person.created_at), text: write(salesMessages.timeline.accountCreated), source: '' },
      ...entries,
    ];
  };

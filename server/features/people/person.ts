import type { z } from 'zod';
import type { Said, Write } from '#contract/languages/say.ts';
import type { PersonDetail } from '#contract/people/people.ts';
import { toInstant } from '#server/clock.ts';
import { type Actor, mayRead } from '#server/http/endpoint/actor.ts';
import type { WaitingRights } from '#server/database/waiting-rights.ts';
import type { Platform } from '#server/platform.ts';
import type { Notes } from './notes.ts';
import { type PeopleList, seenBy } from './people-list.ts';

type Detail = z.input<typeof PersonDetail>;

const MAX_EMAILS = 20;

export interface PersonNeeds {
  list: Pick<PeopleList, 'one'>;
  notes: Pick<Notes, 'read'>;
  explain(userId: string, write: Write, options: { withPayments: boolean }): Promise<Detail['access']>;
  purchasesOf(userId: string): Promise<Pick<Detail, 'purchases' | 'invoiceTo'>>;
  timelineOf(userId: string, write: Write): Promise<Detail['timeline']>;
  coursesOf(userId: string, origin: string): Promise<Detail['watching']>;
  isAddressConfirmed(userId: string): Promise<boolean>;
  waiting: Pick<WaitingRights, 'hasWaiting'>;
  hasSecondStep(userId: string): Promise<boolean>;
  consentsOf(userId: string): Promise<Detail['consents']>;
  deletionOf(userId: string): Promise<Detail['deletion']>;
  devicesOf(userId: string): Promise<{ name: Said; since: number; lastUsedAt: number }[]>;
}

/** Everything about one person. Throws `person_not_found`. */
export type ReadPerson = (
  userId: string,
  asked: { origin: string; key: Actor['key']; write: Write },
) => Promise<Detail>;

export const createReadPerson =
  ({ database, mailer }: Platform, needs: PersonNeeds): ReadPerson =>
  async (userId, { origin, key, write }) => {
    const withPayments = mayRead(key, 'payments:read');
    const person = await needs.list.one(userId, origin);
    const devices = await needs.devicesOf(userId);
    const emails = await mailer.sentTo(person.email, MAX_EMAILS);
    const deletion = await needs.deletionOf(userId);
    return {
      person: seenBy(person, key),
      access: await needs.explain(userId, write, { withPayments }),
      ...(withPayments ? await needs.purchasesOf(userId) : { purchases: null, invoiceTo: null }),
      watching: await needs.coursesOf(userId, origin),
      devices: key
        ? null
        : devices.map(({ name, since, lastUsedAt }) => ({
            name: write(name),
            since: toInstant(since),
            lastUsedAt: toInstant(lastUsedAt),
          })),
      emails: key ? null : emails.map(({ subject, at, isSent }) => ({ subject, sentAt: toInstant(at), isSent })),
      note: key ? null : await needs.notes.read(userId),
      timeline: mayRead(key, 'audit:read') ? await needs.timelineOf(userId, write) : null,
      hasSecondStep: await needs.hasSecondStep(userId),
      consents: await needs.consentsOf(userId),
      deletion: key && deletion ? { ...deletion, reason: '' } : deletion,
      isAddressConfirmed: await needs.isAddressConfirmed(userId),
      waitsForConfirmation: await needs.waiting.hasWaiting(database.db, person.email),
    };
  };

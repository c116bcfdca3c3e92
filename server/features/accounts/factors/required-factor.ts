import { DAY_MS } from '#server/clock.ts';
import type { Role } from '#contract/fields.ts';
import type { Platform } from '#server/platform.ts';
import { listPasskeys, secondStepSince } from './factors.queries.ts';

interface Person {
  id: string;
  role: Role;
}

/** What the owner asks of admins and teachers: a passkey or the second step. */
export interface RequiredFactor {
  /** Until when a person has to have one; undefined when nothing is asked, or they have one. */
  dueAt(person: Person): Promise<number | undefined>;
  /**
   * Whether that has passed. What a user does with their own account stays open, so that nobody is locked out: a password and a few
   * minutes are enough.
   */
  isLacking(person: Person): Promise<boolean>;
}

export const createRequiredFactor = (
  { database: { db }, settings, clock }: Pick<Platform, 'database' | 'settings' | 'clock'>,
  { teaches }: { teaches: (userId: string) => Promise<boolean> },
): RequiredFactor => {
  const isAsked = async ({ id, role }: Person, who: 'nobody' | 'admins' | 'staff'): Promise<boolean> => {
    if (who === 'nobody') return false;
    return role === 'ADMIN' || (who === 'staff' && (await teaches(id)));
  };
  const hasOne = async (id: string): Promise<boolean> =>
    (await secondStepSince(db, id)) !== undefined || (await listPasskeys(db, id)).length > 0;

  const dueAt: RequiredFactor['dueAt'] = async (person) => {
    const { requiresFactor, requiredSince, graceDays } = await settings.login();
    if (!(await isAsked(person, requiresFactor)) || (await hasOne(person.id))) return undefined;
    return requiredSince + graceDays * DAY_MS;
  };

  return {
    dueAt,
    isLacking: async (person) => {
      const due = await dueAt(person);
      return due !== undefined && due <= clock.now();
    },
  };
};

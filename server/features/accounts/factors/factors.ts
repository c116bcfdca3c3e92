import type { z } from 'zod';
import type { CreatedPasskey, factors as contract, Passkey } from '#contract/accounts/factors.ts';
import { toInstant } from '#server/clock.ts';
import type { Tx } from '#server/database/database.ts';
import { lockUser } from '#server/database/lock-users.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { Platform } from '#server/platform.ts';
import { orRecordFailedLogin } from '../account-audit.ts';
import type { Address } from '../address/address.ts';
import { newSecret } from '#server/ids.ts';
import { findById, setPasswordHash } from '../accounts.queries.ts';
import { deleteResetsOf } from '../resets.queries.ts';
import type { Sessions } from '../sessions.ts';
import { type Caller, factsOf } from '../caller.ts';
import type { LoginLimiter } from '../login-limiter.ts';
import type { Passwords } from '../passwords.ts';
import type { SecurityEmails, SecurityEvent } from '../security-emails.ts';
import { confirmSession, deletePasskey, listPasskeys, renamePasskey } from './factors.queries.ts';
import { type Passkeys, presentPasskey } from './passkeys.ts';
import type { Providers } from '../providers/providers.ts';
import type { RequiredFactor } from './required-factor.ts';
import type { SecondStep } from './second-step.ts';

interface FactorsNeeds {
  providers: Providers;
  required: RequiredFactor;
  address: Address;
  secondStep: SecondStep;
  passkeys: Passkeys;
  passwords: Passwords;
  limiter: LoginLimiter;
  securityEmails: SecurityEmails;
  sessions: Pick<Sessions, 'endOthers'>;
}

type Confirmation = z.output<typeof contract.confirm.body>;

/** How users log in: each change is emailed to them. */
export const createFactors = ({ database, clock }: Platform, needs: FactorsNeeds) => {
  const { providers, required, address, secondStep, passkeys, passwords, limiter, securityEmails, sessions } = needs;
  const { db } = database;

  const emailChange = (
    tx: Tx,
    { id }: Actor,
    { caller, ...event }: { caller: Caller } & Pick<SecurityEvent, 'event' | 'name'>,
  ) => securityEmails.enqueue(tx, { ...factsOf(caller), userId: id, ...event });

  const checkPassword = async (actor: Actor, { password, code }: Confirmation): Promise<void> => {
    const user = await findById(db, actor.id);
    const isRight = await passwords.verify(password ?? '', user?.password_hash, limiter.atChange(actor.id));
    if (!isRight) throw fail('wrong_password');
    if ((await secondStep.since(db, actor.id)) === undefined) return;
    if (code === undefined) throw fail('code_needed');
    await secondStep.check(actor.id, code);
  };

  return {
    ofUser: async ({ id: userId, role }: Pick<Actor, 'id' | 'role'>) => {
      const since = await secondStep.since(db, userId);
      const { password, ...of } = await address.ofUser(userId);
      const due = await required.dueAt({ id: userId, role });
      const changedAt = password.changedAt === null ? null : toInstant(password.changedAt);
      return {
        ...of,
        identities: await providers.ofUser(userId),
        factorDueAt: due === undefined ? null : toInstant(due),
        password: { ...password, changedAt },
        passkeys: (await listPasskeys(db, userId)).map(presentPasskey),
        secondStep:
          since === undefined
            ? null
            : { since: toInstant(since), recoveryCodesLeft: await secondStep.codesLeft(userId) },
      };
    },

    addPasskey: async (
      actor: Actor,
      { name, passkey, origin }: { name: string; passkey: CreatedPasskey; origin: string },
      caller: Caller,
    ): Promise<Passkey> => {
      const row = { ...(await passkeys.verifyNew(actor.id, passkey, origin)), name };
      await database.transaction(async (tx) => {
        await passkeys.add(tx, row);
        await emailChange(tx, actor, { event: 'passkey_added', name, caller });
      });
      return presentPasskey(row);
    },

    renamePasskey: async ({ id }: Actor, passkeyId: string, name: string): Promise<void> => {
      if (!(await renamePasskey(db, id, passkeyId, name))) throw fail('passkey_not_found');
    },

    /** Throws `passkey_not_found`, and `last_passkey` for the last one of an account without a password. */
    removePasskey: (actor: Actor, passkeyId: string, caller: Caller): Promise<void> =>
      database.transaction(async (tx) => {
        await lockUser(tx, actor.id);
        const name = await deletePasskey(tx, actor.id, passkeyId);
        if (name === undefined) throw fail('passkey_not_found');
        const isPasswordSet = (await findById(tx, actor.id))?.password_hash.startsWith('$') === true;
        if (!isPasswordSet && (await listPasskeys(tx, actor.id)).length === 0) throw fail('last_passkey');
        await emailChange(tx, actor, { event: 'passkey_removed', name, caller });
      }),

    /** Throws `passkey_needed`. */
    removePassword: (actor: Actor, caller: Caller): Promise<void> =>
      database.transaction(async (tx) => {
        await lockUser(tx, actor.id);
        if ((await listPasskeys(tx, actor.id)).length === 0) throw fail('passkey_needed');
        await setPasswordHash(tx, actor.id, { next: `removed ${newSecret()}`, now: clock.now() });
        await sessions.endOthers(actor, tx);
        await deleteResetsOf(tx, actor.id);
        await emailChange(tx, actor, { event: 'password_removed', caller });
      }),

    turnOn: (actor: Actor, code: string, caller: Caller): Promise<string[]> =>
      secondStep.turnOn(actor.id, code, (tx) => emailChange(tx, actor, { event: 'second_step_on', caller })),

    turnOff: (actor: Actor, caller: Caller): Promise<void> =>
      database.transaction(async (tx) => {
        if (await secondStep.turnOff(tx, actor.id)) await emailChange(tx, actor, { event: 'second_step_off', caller });
      }),

    /** A refused one is recorded as a failed login. Throws `wrong_password`, `code_needed`, `wrong_code` and `passkey_refused`. */
    confirm: async (
      actor: Actor,
      confirmation: Confirmation,
      origin: string,
      from: Caller['address'],
    ): Promise<void> => {
      const step = confirmation.passkey
        ? passkeys.verifyUse(actor.id, confirmation.passkey, origin)
        : checkPassword(actor, confirmation);
      await orRecordFailedLogin<unknown>({ database, clock }, step, { userId: actor.id, address: from });
      await confirmSession(db, actor.sessionHash, clock.now());
    },
  };
};

export type Factors = ReturnType<typeof createFactors>;

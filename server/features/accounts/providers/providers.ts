import { isUniqueViolation, type Tx } from '#server/database/database.ts';
import { toInstant } from '#server/clock.ts';
import { fail } from '#server/errors.ts';
import { newId, newSecret, secretDigest } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { createSecretSealing } from '#server/settings/sealed-secret.ts';
import type { LoginProvider } from '#server/settings/stored-sections.ts';
import { chosenAmong } from '#server/languages.ts';
import { createAccountAudit, orRecordFailedLogin } from '../account-audit.ts';
import { findByEmail, insertIfAbsent, type UserWithPassword } from '../accounts.queries.ts';
import type { Address } from '../address/address.ts';
import { findAddress } from '../address/address.queries.ts';
import type { Confirming } from '../address/waiting-rights.ts';
import type { LoginSteps } from '../factors/login-steps.ts';
import { type Caller, factsOf } from '../caller.ts';
import type { LoggedIn, Login } from '../login.ts';
import type { SecurityEmails } from '../security-emails.ts';
import { deleteIdentity, findIdentity, insertIdentity, listIdentities, noteIdentityUse } from './identities.queries.ts';
import { type Claimed, createOpenid, Started } from './openid.ts';

const LOGIN_MS = 15 * 60_000;
const PAGE = '/login/return';
const MAX_NAME = 100;

interface Begun {
  address: string;
  ticket: string;
}
interface Returned {
  ticket: string;
  query: string;
}

/** Logins of another service. The identity is its issuer with its id of the person, never an address. */
export type Providers = ReturnType<typeof createProviders>;

interface ProvidersNeeds {
  steps: LoginSteps;
  login: Login;
  address: Address;
  waiting: Confirming;
  securityEmails: SecurityEmails;
}

export const createProviders = (
  platform: Platform,
  { steps, login, address, waiting, securityEmails }: ProvidersNeeds,
) => {
  const { database, settings, clock, publicAddress, secretKey } = platform;
  const { db } = database;
  const openid = createOpenid(platform);
  const sealing = createSecretSealing(secretKey);
  const record = createAccountAudit(platform);

  const current = async (): Promise<LoginProvider> => {
    const provider = await settings.loginProvider();
    if (!provider) throw fail('login_provider_off');
    return provider;
  };

  /** Uses the ticket up, and returns who came back with it. Only the browser that began has the ticket. */
  const finish = async (userId: string | null, { ticket, query }: Returned): Promise<Claimed> => {
    const provider = await current();
    const step = await steps.find('provider', ticket);
    const started = step?.detail ? sealing.open(`provider ${secretDigest(ticket)}`, step.detail) : undefined;
    if (!step || started === undefined || step.user_id !== userId || !(await steps.use(db, step)))
      throw fail('login_expired');
    return openid.finish(provider, query, Started.parse(JSON.parse(started)));
  };

  const link = async (tx: Tx, userId: string, { issuer, subject, email }: Claimed, caller: Caller): Promise<void> => {
    const [id, now] = [newId(), clock.now()];
    await insertIdentity(tx, { id, user_id: userId, issuer, subject, email, created_at: now, last_used_at: null });
    await securityEmails.enqueue(tx, { ...factsOf(caller), event: 'identity_added', userId });
  };

  /** An address at a service may have a new holder, who is another person than the user with this identity. */
  const hasIdentityFromIssuer = async (userId: string, { issuer }: Claimed): Promise<boolean> =>
    (await listIdentities(db, userId)).some((identity) => identity.issuer === issuer);

  /** An address that both sides have confirmed is joined with its account, unless that is an admin's. */
  const join = async ({ id, role }: UserWithPassword, claimed: Claimed, caller: Caller): Promise<string> => {
    const isConfirmed = ((await findAddress(db, id))?.confirmedAt ?? null) !== null;
    const isSure = claimed.isAuthoritative && isConfirmed && !(await hasIdentityFromIssuer(id, claimed));
    if (!isSure || role === 'ADMIN') throw fail('identity_needs_login');
    await database.transaction((tx) => link(tx, id, claimed, caller));
    return id;
  };

  const signUp = async (claimed: Claimed, language: string | undefined): Promise<string> => {
    if (claimed.email === '') throw fail('identity_unverified');
    return database.transaction(async (tx) => {
      const { email, issuer, subject } = claimed;
      const [name = ''] = email.split('@');
      const now = clock.now();
      const own = chosenAmong(await settings.languages(tx), language);
      const person = { id: newId(), email, role: 'USER' as const, avatarKey: null, language: own, now };
      const fullName = (claimed.name.trim() || name).slice(0, MAX_NAME);
      // No password has such a hash, and nobody can guess it as the key of a device's proof.
      const id = await insertIfAbsent(tx, { ...person, fullName, passwordHash: `provider ${newSecret()}` });
      if (id === undefined) throw fail('identity_needs_login');
      await insertIdentity(tx, {
        id: newId(),
        user_id: id,
        issuer,
        subject,
        email,
        created_at: now,
        last_used_at: null,
      });
      if (claimed.isAuthoritative) await waiting.confirm(tx, id, email);
      await record(tx, id, { kind: 'account_registered', detail: {} });
      await address.welcome(tx, id);
      return id;
    });
  };

  const accountOf = async (
    claimed: Claimed,
    language: string | undefined,
    caller: Caller,
  ): Promise<{ userId: string; isNew: boolean }> => {
    const known = await findIdentity(db, claimed);
    if (known) {
      await noteIdentityUse(db, known.id, { email: claimed.email || known.email, now: clock.now() });
      return { userId: known.user_id, isNew: false };
    }
    const user = claimed.email === '' ? undefined : await findByEmail(db, claimed.email);
    const entered = user ? join(user, claimed, caller) : signUp(claimed, language);
    const userId = await orRecordFailedLogin(platform, entered, { userId: user?.id, address: caller.address });
    return { userId, isNew: user === undefined };
  };

  return {
    /** For a visitor, or to add one to an account. Throws `login_provider_off` and `login_provider_failed`. */
    begin: async (userId: string | null): Promise<Begun> => {
      const provider = await current();
      const { address: to, started } = await openid.begin(provider, `${await publicAddress()}${PAGE}`);
      const ticket = newSecret();
      const detail = sealing.seal(`provider ${secretDigest(ticket)}`, JSON.stringify(started));
      await steps.begin('provider', userId, { secret: ticket, lastsMs: LOGIN_MS, detail });
      return { address: to, ticket };
    },

    /** Logs in, joins a verified address, or signs up. */
    logIn: async (
      { language, ...returned }: Returned & { language?: string | undefined },
      caller: Caller,
    ): Promise<LoggedIn & { isNew: boolean }> => {
      const claimed = await orRecordFailedLogin(platform, finish(null, returned), { address: caller.address });
      const { userId, isNew } = await accountOf(claimed, language, caller);
      return { ...(await login.enter(userId, { caller, how: 'provider' })), isNew };
    },

    /** Throws `identity_taken`. */
    add: async (userId: string, returned: Returned, caller: Caller): Promise<void> => {
      const claimed = await finish(userId, returned);
      try {
        await database.transaction((tx) => link(tx, userId, claimed, caller));
      } catch (error) {
        throw isUniqueViolation(error) ? fail('identity_taken') : error;
      }
    },

    /** Throws `identity_not_found`. */
    remove: (userId: string, identityId: string, caller: Caller): Promise<void> =>
      database.transaction(async (tx) => {
        if ((await deleteIdentity(tx, userId, identityId)) === undefined) throw fail('identity_not_found');
        await securityEmails.enqueue(tx, { ...factsOf(caller), event: 'identity_removed', userId });
      }),

    ofUser: async (
      userId: string,
    ): Promise<{ _id: string; name: string; email: string; createdAt: string; lastUsedAt: string | null }[]> => {
      const provider = await settings.loginProvider();
      return (await listIdentities(db, userId)).map((row) => ({
        _id: row.id,
        name: provider && row.issuer === provider.issuer ? provider.name : (URL.parse(row.issuer)?.hostname ?? ''),
        email: row.email,
        createdAt: toInstant(row.created_at),
        lastUsedAt: row.last_used_at === null ? null : toInstant(row.last_used_at),
      }));
    },
  };
};

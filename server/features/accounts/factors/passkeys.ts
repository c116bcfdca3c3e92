import { isIP } from 'node:net';
import { z } from 'zod';
import type { CreatedPasskey, Passkey, UsedPasskey } from '#contract/accounts/factors.ts';
import { toInstant } from '#server/clock.ts';
import type { PasskeyRow } from '#server/database/tables/accounts.ts';
import { fail } from '#server/errors.ts';
import type { Platform } from '#server/platform.ts';
import type { UserSummary } from '../accounts.queries.ts';
import { findPasskey, insertPasskey, listPasskeys, noteUse } from './factors.queries.ts';
import type { LoginSteps } from './login-steps.ts';

const MAX_PASSKEYS = 20;
/** EdDSA, ES256 and RS256 (COSE): what every runtime can verify. */
const ALGORITHMS = [-8, -7, -257];

const ClientData = z.object({ challenge: z.string().max(200) });
export const Transports = z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']));

/** The library is loaded with the first passkey: it takes 26 MB. */
const library = () => import('@simplewebauthn/server');

const isKnownTransport = (transport: string): boolean => Transports.safeParse([transport]).success;
const transportsOf = (row: PasskeyRow) => Transports.parse(JSON.parse(row.transports));

const challengeIn = (clientDataJSON: string): string => {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))).challenge;
  } catch (error) {
    throw fail('passkey_refused', { cause: error });
  }
};

export const presentPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow): Passkey => ({
  _id: id,
  name,
  createdAt: toInstant(created_at),
  lastUsedAt: last_used_at === null ? null : toInstant(last_used_at),
});

type WithChallenge = { challenge: string } & Record<string, unknown>;

/** Passkeys (Web Authentication Level 3): each is verified with its user, so that it is a whole login. */
export type Passkeys = ReturnType<typeof createPasskeys>;

export const createPasskeys = (
  {
    database: { db },
    clock,
    settings,
    publicAddress,
  }: Pick<Platform, 'database' | 'clock' | 'settings' | 'publicAddress'>,
  steps: LoginSteps,
) => {
  /**
   * A passkey belongs to a domain (Web Authentication Level 3, §5.1.2): that of the school, also at another name that leads to it.
   * Throws `passkeys_need_domain`.
   */
  const siteOf = async (origin: string) => {
    // Browsers leave out a port that is usual.
    const { hostname, origin: expectedOrigin } = new URL(origin || (await publicAddress()));
    if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) throw fail('passkeys_need_domain');
    return { expectedOrigin, expectedRPID: hostname };
  };

  /** Returns the challenge of a response, if it is one of ours for this user, and was not used before. */
  const useChallenge = async (kind: 'add-passkey' | 'use-passkey', userId: string | null, clientData: string) => {
    const challenge = challengeIn(clientData);
    const step = await steps.find(kind, challenge);
    if (!step || step.user_id !== userId || !(await steps.use(db, step))) throw fail('passkey_refused');
    return challenge;
  };

  return {
    beginAdding: async (user: UserSummary, origin: string): Promise<WithChallenge> => {
      const { expectedRPID: rpID } = await siteOf(origin);
      const { brandName } = await settings.school();
      const { generateRegistrationOptions } = await library();
      const present = await listPasskeys(db, user.id);
      const options = await generateRegistrationOptions({
        rpName: brandName,
        rpID,
        userID: new Uint8Array(Buffer.from(user.id)),
        userName: user.email,
        userDisplayName: user.full_name,
        excludeCredentials: present.map((row) => ({ id: row.id, transports: transportsOf(row) })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      });
      await steps.begin('add-passkey', user.id, { secret: options.challenge });
      return { ...options };
    },

    /** With any passkey for a visitor, otherwise with one of the user's own. */
    beginUsing: async (userId: string | null, origin: string): Promise<WithChallenge> => {
      const { expectedRPID: rpID } = await siteOf(origin);
      const { generateAuthenticationOptions } = await library();
      const own = userId === null ? [] : await listPasskeys(db, userId);
      const options = await generateAuthenticationOptions({
        rpID,
        userVerification: 'required',
        allowCredentials: own.map((row) => ({ id: row.id, transports: transportsOf(row) })),
      });
      await steps.begin('use-passkey', userId, { secret: options.challenge });
      return { ...options };
    },

    /** Throws `passkey_refused` and `too_many_passkeys`. */
    verifyNew: async (userId: string, passkey: CreatedPasskey, origin: string): Promise<Omit<PasskeyRow, 'name'>> => {
      const site = await siteOf(origin);
      const expectedChallenge = await useChallenge('add-passkey', userId, passkey.response.clientDataJSON);
      if ((await listPasskeys(db, userId)).length >= MAX_PASSKEYS) throw fail('too_many_passkeys');
      const { verifyRegistrationResponse } = await library();
      const { response, ...rest } = passkey;
      const transports = response.transports.filter(isKnownTransport);
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: {
          ...rest,
          clientExtensionResults: {},
          response: { ...response, transports: Transports.parse(transports) },
        },
        expectedChallenge,
        ...site,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch((error: unknown) => {
        throw fail('passkey_refused', { cause: error });
      });
      if (!verified || (await findPasskey(db, registrationInfo.credential.id))) throw fail('passkey_refused');
      const { id, publicKey, counter } = registrationInfo.credential;
      return {
        id,
        user_id: userId,
        public_key: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: JSON.stringify(transports),
        created_at: clock.now(),
        last_used_at: null,
      };
    },

    add: insertPasskey,

    /** The row of a passkey that was just used, for whom its use began. Throws `passkey_refused`. */
    verifyUse: async (userId: string | null, passkey: UsedPasskey, origin: string): Promise<PasskeyRow> => {
      const site = await siteOf(origin);
      const expectedChallenge = await useChallenge('use-passkey', userId, passkey.response.clientDataJSON);
      const row = await findPasskey(db, passkey.id);
      if (!row || (userId !== null && row.user_id !== userId)) throw fail('passkey_refused');
      const { verifyAuthenticationResponse } = await library();
      const { userHandle, ...response } = passkey.response;
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: {
          ...passkey,
          clientExtensionResults: {},
          response: { ...response, ...(userHandle ? { userHandle } : {}) },
        },
        expectedChallenge,
        ...site,
        credential: {
          id: row.id,
          publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
          counter: row.counter,
          transports: transportsOf(row),
        },
        requireUserVerification: true,
      }).catch((error: unknown) => {
        throw fail('passkey_refused', { cause: error });
      });
      const used = { counter: authenticationInfo.newCounter, now: clock.now() };
      if (!verified || !(await noteUse(db, row, used))) throw fail('passkey_refused');
      return row;
    },
  };
};

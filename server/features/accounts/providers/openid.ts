import type * as Openid from 'openid-client';
import { z } from 'zod';
import { email, isWithoutNul, isWithoutAddress, visibleName } from '#contract/fields.ts';
import { type Clock, HOUR_MS, systemClock } from '#server/clock.ts';
import { fail } from '#server/errors.ts';
import type { LoginProvider } from '#server/settings/stored-sections.ts';

const TIMEOUT_SECONDS = 10;
const CONFIGURATION_MS = HOUR_MS;
/** Of one response: what a service says of itself, its keys and a person is a few KB. */
const MAX_RESPONSE_BYTES = 1024 * 1024;
const GOOGLE = 'https://accounts.google.com';

type Tokens = Awaited<ReturnType<typeof Openid.authorizationCodeGrant>>;

/** The library is loaded with the first login at another service. */
const library = () => import('openid-client');

const fetchBounded: Openid.CustomFetch = async (url, { body = null, ...options }) => {
  const sent = body instanceof Uint8Array ? Buffer.from(body) : body;
  const response = await fetch(url, { ...options, body: sent, redirect: 'manual' });
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > MAX_RESPONSE_BYTES) throw new Error(`${url} sends more than ${MAX_RESPONSE_BYTES} bytes`);
    parts.push(part);
  }
  const { status, statusText, headers } = response;
  return new Response(bytes === 0 ? null : Buffer.concat(parts), { status, statusText, headers });
};

const Claims = z.object({
  iss: z.string().max(300).refine(isWithoutNul),
  sub: z.string().min(1).max(255).refine(isWithoutNul),
  // One that is no address is none: the person is known by the subject.
  email: email('').optional().catch(undefined),
  // Some services write it as a text.
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
  name: z.string().transform(visibleName).refine(isWithoutAddress).optional().catch(undefined),
  hd: z.string().optional(),
});

/** Who the other service says it is. */
export interface Claimed {
  issuer: string;
  subject: string;
  name: string;
  /** '' without one that the service has verified. */
  email: string;
  /** Whether the service is the one that hosts this address, or is trusted with it by the owner. */
  isAuthoritative: boolean;
}

/** What is kept between the two halves of a login. */
export const Started = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), redirect: z.string() });
export type Started = z.output<typeof Started>;

/** Google also confirms addresses at other hosts. Their owner may have changed since the confirmation. */
const isAuthoritative = ({ iss, email = '', hd }: z.output<typeof Claims>): boolean =>
  iss !== GOOGLE || email.endsWith('@gmail.com') || hd !== undefined;

const claimedOf = (claims: z.output<typeof Claims>): Claimed => ({
  issuer: claims.iss,
  subject: claims.sub,
  name: claims.name ?? '',
  email: claims.email_verified === true ? (claims.email ?? '') : '',
  isAuthoritative: isAuthoritative(claims),
});

/** OpenID Connect with code, PKCE, state and nonce; the signature of the ID token is always verified. */
export const createOpenid = ({ clock }: { clock: Clock }) => {
  let known: { key: string; until: number; configuration: Promise<Openid.Configuration> } | undefined;

  const discover = async ({ issuer, clientId, clientSecret }: LoginProvider): Promise<Openid.Configuration> => {
    const openid = await library();
    const { clockSkew, clockTolerance, enableNonRepudiationChecks, allowInsecureRequests } = openid;
    const execute = [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])];
    const skew = Math.round((clock.now() - systemClock.now()) / 1000);
    const client = { client_secret: clientSecret, [clockSkew]: skew, [clockTolerance]: 30 };
    const [post, basic] = [openid.ClientSecretPost(clientSecret), openid.ClientSecretBasic(clientSecret)];
    // In the header only where the body is not read: services disagree about how the header is encoded.
    const authenticate: Openid.ClientAuth = (server, ...rest) =>
      (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === false ? basic : post)(
        server,
        ...rest,
      );
    return openid.discovery(new URL(issuer), clientId, client, authenticate, {
      execute,
      timeout: TIMEOUT_SECONDS,
      [openid.customFetch]: fetchBounded,
    });
  };

  /** The same for an hour, until a setting changes; a failure is not kept. */
  const configurationOf = (provider: LoginProvider): Promise<Openid.Configuration> => {
    const key = JSON.stringify(provider);
    if (known?.key === key && clock.now() < known.until) return known.configuration;
    const configuration = discover(provider);
    known = { key, until: clock.now() + CONFIGURATION_MS, configuration };
    configuration.catch(() => {
      known = undefined;
    });
    return configuration;
  };

  const failed = (error: unknown): never => {
    throw fail('login_provider_failed', { cause: error });
  };

  /** Many services put name and address into no ID token, and tell them to whom has its access token. */
  const claimsOf = async (configuration: Openid.Configuration, tokens: Tokens): Promise<unknown> => {
    const claims = tokens.claims();
    if (!claims || 'email' in claims || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
    const { fetchUserInfo } = await library();
    // Refuses what is about another subject.
    return { ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims };
  };

  return {
    begin: async (provider: LoginProvider, redirect: string): Promise<{ address: string; started: Started }> => {
      const configuration = await configurationOf(provider).catch(failed);
      const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } =
        await library();
      const started = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier(), redirect };
      const address = buildAuthorizationUrl(configuration, {
        redirect_uri: redirect,
        scope: 'openid email profile',
        state: started.state,
        nonce: started.nonce,
        code_challenge: await calculatePKCECodeChallenge(started.verifier),
        code_challenge_method: 'S256',
        // Other services refuse a value that they do not know.
        ...(provider.issuer === GOOGLE ? { prompt: 'select_account' } : {}),
      });
      return { address: address.href, started };
    },

    /** Throws `login_provider_failed` for whatever is not as it was begun, or not signed by the service. */
    finish: async (provider: LoginProvider, query: string, started: Started): Promise<Claimed> => {
      const configuration = await configurationOf(provider).catch(failed);
      const { authorizationCodeGrant } = await library();
      const returned = new URL(started.redirect);
      returned.search = query;
      const tokens = await authorizationCodeGrant(configuration, returned, {
        pkceCodeVerifier: started.verifier,
        expectedState: started.state,
        expectedNonce: started.nonce,
        idTokenExpected: true,
      }).catch(failed);
      const claims = Claims.safeParse(await claimsOf(configuration, tokens).catch(failed));
      return claims.success ? claimedOf(claims.data) : failed(claims.error);
    },
  };
};

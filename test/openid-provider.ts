import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair } from 'jose';
import { type ClientAuthMethod, Provider } from 'oidc-provider';
import type { Claims } from './login-provider.ts';

const PAGE = `<!doctype html><html lang="en"><title>School ID</title><h1>School ID</h1><form method="post">
<label>Account <input name="sub"></label><button>Sign in</button><button name="cancel">Cancel</button></form></html>`;
const HOUR_SECONDS = 3600;
export const CLIENT = { clientId: 'school', clientSecret: 'a-secret-of-the-client' };

/** A browser as far as a login needs one: it keeps cookies, and follows redirects. */
export interface LoginBrowser {
  /** Logs in as a person of the service, and returns the query with which it sends the browser back to the school. */
  logIn(address: string, sub: string): Promise<string>;
}

const createBrowser = (issuer: string): LoginBrowser => {
  const cookies = new Map<string, string>();
  const open = async (address: string, form?: Record<string, string>): Promise<string> => {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${address} returned ${response.status} ${await response.text()}`);
    return new URL(location, issuer).href;
  };
  return {
    logIn: async (address, sub) => {
      let at = await open(address);
      while (at.startsWith(issuer)) at = await open(at, at.includes('/interaction/') ? { sub } : undefined);
      return new URL(at).search.slice(1);
    },
  };
};

/** The OpenID Connect provider that others run, on this machine: it says the truth, and whatever it says can be changed in `people`. */
export const startOpenidProvider = async (redirect: string, method: ClientAuthMethod = 'client_secret_post') => {
  const people = new Map<string, Claims>();
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirect],
        token_endpoint_auth_method: method,
      },
    ],
    clientAuthMethods: [method],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key of the cookies'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    // Nobody is asked for a consent.
    loadExistingGrant: async ({ oidc }) => {
      const { client, session } = oidc;
      if (!client || session?.accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ttl: {
      AccessToken: HOUR_SECONDS,
      Grant: HOUR_SECONDS,
      IdToken: HOUR_SECONDS,
      Interaction: HOUR_SECONDS,
      Session: HOUR_SECONDS,
    },
  });
  /** The page on which people log in at the service, or go back without. */
  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
      return;
    }
    const form = new URLSearchParams(await text(request));
    const result = form.has('cancel') ? { error: 'access_denied' } : { login: { accountId: form.get('sub') ?? '' } };
    await provider.interactionFinished(request, response, result);
  };
  const serve = provider.callback();
  server.on('request', (request, response) => {
    void (request.url?.startsWith('/interaction/') ? interact(request, response) : serve(request, response));
  });

  return {
    issuer,
    /** What the service knows of each person, by their `sub`. */
    people,
    openBrowser: () => createBrowser(issuer),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

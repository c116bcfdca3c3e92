import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Clock } from '#server/clock.ts';

/** Who logs in at the service, and what it says of them. */
export interface Claims {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

interface Lies {
  /** Signs with a key that it does not publish. */
  signsFalsely?: boolean;
  nonce?: string;
  audience?: string;
  /** The ID token has the `sub` alone; this is what the service returns for the access token. */
  userinfo?: Claims;
}

/** An OpenID Connect provider on this machine, which verifies PKCE and the secret, and can lie. */
export const startLoginProvider = async (clock: Clock) => {
  const [right, wrong] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
  const jwk = { ...(await exportJWK(right.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const pending = new Map<string, { claims: Claims; nonce: string; challenge: string; lies: Lies }>();
  let userinfo: Claims | undefined;
  let named: string | undefined;
  const digest = async (verifier: string): Promise<string> =>
    Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))).toString('base64url');

  const server = createServer((request, response) => {
    const send = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const token = async (form: URLSearchParams): Promise<void> => {
      const code = form.get('code') ?? '';
      const login = pending.get(code);
      pending.delete(code);
      if (!login || (await digest(form.get('code_verifier') ?? '')) !== login.challenge)
        return send(400, { error: 'invalid_grant' });
      const now = Math.floor(clock.now() / 1000);
      userinfo = login.lies.userinfo ?? login.claims;
      const claims = login.lies.userinfo ? { sub: login.claims.sub } : login.claims;
      const idToken = await new SignJWT({ ...claims, nonce: login.lies.nonce ?? login.nonce })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuer(issuer)
        .setAudience(login.lies.audience ?? 'school')
        .setIssuedAt(now)
        .setExpirationTime(now + 300)
        .sign(login.lies.signsFalsely ? wrong.privateKey : right.privateKey);
      return send(200, { access_token: 'a-token-of-the-provider', token_type: 'bearer', id_token: idToken });
    };
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname === '/.well-known/openid-configuration')
      return send(200, {
        issuer: named ?? issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      });
    if (url.pathname === '/userinfo') return send(200, userinfo ?? {});
    if (url.pathname === '/keys') return send(200, { keys: [jwk] });
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => void token(new URLSearchParams(Buffer.concat(parts).toString('utf8'))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  return {
    issuer,
    /** Its metadata name another issuer. */
    nameIssuer: (name: string): void => {
      named = name;
    },
    /** A person logs in at the address of the beginning; returns the query with which the service sends them back. */
    logIn: (to: string, claims: Claims, lies: Lies = {}): string => {
      const query = new URL(to).searchParams;
      const code = crypto.randomUUID();
      pending.set(code, {
        claims,
        nonce: query.get('nonce') ?? '',
        challenge: query.get('code_challenge') ?? '',
        lies,
      });
      return new URLSearchParams({ code, state: query.get('state') ?? '', iss: issuer }).toString();
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};

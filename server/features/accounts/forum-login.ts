import { createHmac, timingSafeEqual } from 'node:crypto';
import { fail } from '#server/errors.ts';
import type { Platform } from '#server/platform.ts';
import { findAddress } from './address/address.queries.ts';
import type { UserSummary } from './accounts.queries.ts';

/** The path of a Discourse forum that completes a login. */
const COMPLETION = '/session/sso_login';
const NONCE = /^[\w+/=-]{1,200}$/;

/**
 * Returns the address in the forum that logs a user in there. Throws `forum_off`, and `forum_refused` for a request that
 * the forum did not sign, or that would send the account elsewhere.
 */
export type ForumLogin = (user: UserSummary, request: { sso: string; sig: string }) => Promise<string>;

const sign = (secret: string, sso: string): string => createHmac('sha256', secret).update(sso).digest('hex');

const isSame = (given: string, right: string): boolean => {
  const [left, wanted] = [Buffer.from(given), Buffer.from(right)];
  return left.length === wanted.length && timingSafeEqual(left, wanted);
};

/** Undefined for an address outside the forum. */
const inForum = (address: string, forum: string): URL | undefined => {
  const [url, base] = [URL.parse(address), URL.parse(`${forum}/`)];
  return url && base && url.origin === base.origin && url.pathname.startsWith(base.pathname) ? url : undefined;
};

/** DiscourseConnect: the forum signs a request, and the school signs who is logged in. */
export const createForumLogin =
  ({ database, settings }: Pick<Platform, 'database' | 'settings'>): ForumLogin =>
  async (user, { sso, sig }) => {
    const forum = await settings.forum();
    if (!forum) throw fail('forum_off');
    if (!isSame(sig.toLowerCase(), sign(forum.secret, sso))) throw fail('forum_refused');
    const request = new URLSearchParams(Buffer.from(sso, 'base64').toString('utf8'));
    const nonce = request.get('nonce') ?? '';
    const address = inForum(request.get('return_sso_url') ?? forum.address + COMPLETION, forum.address);
    if (!NONCE.test(nonce) || !address) throw fail('forum_refused');
    const confirmedAt = (await findAddress(database.db, user.id))?.confirmedAt ?? null;
    const account = new URLSearchParams({
      nonce,
      external_id: user.id,
      email: user.email,
      name: user.full_name,
      // People sign up here without proving their address, and the forum joins accounts by address: until then it has to ask.
      require_activation: String(confirmedAt === null),
    });
    const answer = Buffer.from(account.toString()).toString('base64');
    address.searchParams.set('sso', answer);
    address.searchParams.set('sig', sign(forum.secret, answer));
    return address.href;
  };

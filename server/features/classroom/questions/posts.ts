import { DAY_MS } from '#server/clock.ts';
import { NEW_ACCOUNT_DAYS, POSTS_A_DAY, type Standing } from '#contract/classroom/questions.ts';
import type { Tx } from '#server/database/database.ts';
import { lockUser } from '#server/database/lock-users.ts';
import { fail } from '#server/errors.ts';
import type { Platform } from '#server/platform.ts';
import { countPostsSince } from './posts.queries.ts';
import type { Viewer } from './questions.queries.ts';

/** The same text of the same author is one post, when a request is sent again. */
export const REPEATED_MS = 10 * 60_000;

const ADDRESS = /\bhttps?:|\bwww\./i;
/** In small letters: a sentence that begins without a space is no domain. */
const DOMAIN =
  /[\p{L}\p{M}\p{N}-]\.(?:app|club|co|com|in|info|io|link|me|net|online|org|ru|shop|site|store|top|xyz)(?![\p{L}\p{N}])/u;

export const hasLink = (text: string): boolean => ADDRESS.test(text) || DOMAIN.test(text);

/** What is posted by whom. */
export interface Posting {
  author: Viewer;
  text: string;
  /** A changed post counts no more. */
  isNew: boolean;
}

/** Limits what one account writes. The staff of a course is not limited in it. */
export const createPosting = ({ clock }: Pick<Platform, 'clock'>) => ({
  /**
   * Returns how the post begins: what new accounts write with a link waits for the staff. Throws `too_many_posts`. Until
   * the transaction ends, the author posts nothing else.
   */
  admit: async (tx: Tx, { author, text, isNew }: Posting): Promise<Extract<Standing, 'shown' | 'held'>> => {
    const since = (await lockUser(tx, author.id))?.created_at ?? clock.now();
    if (author.isStaff) return 'shown';
    const now = clock.now();
    const isNewAccount = since > now - NEW_ACCOUNT_DAYS * DAY_MS;
    const max = isNewAccount ? POSTS_A_DAY.newAccount : POSTS_A_DAY.account;
    if (isNew && (await countPostsSince(tx, author.id, now - DAY_MS)) >= max) throw fail('too_many_posts');
    return isNewAccount && hasLink(text) ? 'held' : 'shown';
  },
});

export type PostAdmission = ReturnType<typeof createPosting>;

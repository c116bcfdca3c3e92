import type { z } from 'zod';
import type { Consent, consents } from '#contract/accounts/consents.ts';
import { toInstant } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Platform } from '#server/platform.ts';
import type { SitePageLink } from '#contract/school/site-pages.ts';

/** A page as it is published now. */
export interface PublishedPage extends SitePageLink {
  /** In milliseconds since 1970. */
  publishedAt: number;
}

type State = Omit<z.output<typeof consents.list.response>, 'success' | 'message'>;
type Accepted = z.output<typeof consents.accept.body>['pages'];

/** Which versions of the school's pages people accepted. A version that they accepted stays recorded when others follow. */
export type Consents = ReturnType<typeof createConsents>;

/** The versions that a person accepted, the latest first. */
export const acceptedBy = async (db: Db, userId: string): Promise<Consent[]> => {
  const rows = await db
    .selectFrom('consents as c')
    .innerJoin('site_page_versions as v', (join) =>
      join.onRef('v.slug', '=', 'c.slug').onRef('v.number', '=', 'c.version'),
    )
    .select(['c.slug', 'c.version', 'c.accepted_at', 'v.title'])
    .where('c.user_id', '=', userId)
    .orderBy('c.accepted_at', 'desc')
    .orderBy('c.slug')
    .execute();
  return rows.map(({ accepted_at: at, ...page }) => ({ ...page, acceptedAt: toInstant(at) }));
};

export const createConsents = (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  published: () => Promise<PublishedPage[]>,
) => {
  const { db } = database;

  const of = async (userId: string): Promise<State> => {
    const accepted = await acceptedBy(db, userId);
    const newest = new Map<string, number>();
    for (const { slug, version } of accepted) newest.set(slug, Math.max(version, newest.get(slug) ?? 0));
    const pending = (await published()).filter(({ slug, askedVersion }) => (newest.get(slug) ?? 0) < askedVersion);
    return {
      consents: accepted,
      pending: pending.map(({ slug, title, version, publishedAt }) => ({
        slug,
        title,
        version,
        publishedAt: toInstant(publishedAt),
      })),
    };
  };

  return {
    of,
    /** Throws `page_has_changed` unless each version is the published one; then nothing is recorded. */
    accept: async (userId: string, pages: Accepted): Promise<State> => {
      const current = new Map((await published()).map(({ slug, version }) => [slug, version]));
      if (pages.some(({ slug, version }) => current.get(slug) !== version)) throw fail('page_has_changed');
      const now = clock.now();
      await db
        .insertInto('consents')
        .values(pages.map(({ slug, version }) => ({ user_id: userId, slug, version, accepted_at: now })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return of(userId);
    },
  };
};

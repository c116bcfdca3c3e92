import type { SitePageLink } from '#contract/school/site-pages.ts';
import { call } from '#web/api/call.ts';

/**
 * Records that the user accepted these pages, as they were published when the site was loaded. What the page says about
 * them is no obstacle to what the user came for: a failure is ignored, and a version that people have to accept is
 * shown to them later.
 */
export const acceptPages = async (pages: readonly SitePageLink[], slugs: readonly string[]): Promise<void> => {
  const accepted = pages.filter(({ slug }) => slugs.includes(slug)).map(({ slug, version }) => ({ slug, version }));
  if (accepted.length > 0) await call('POST /user/consents', { body: { pages: accepted } }).catch(() => undefined);
};

import { z } from 'zod';
import { get, post, success, saying } from '../endpoint.ts';
import { Instant } from '../fields.ts';
import { SitePageSlug } from '../school/site-pages.ts';

const ofPage = { slug: z.string(), title: z.string(), version: z.int() };

/** A version of a page that a person accepted. */
export const Consent = z.object({ ...ofPage, acceptedAt: Instant });
export type Consent = z.output<typeof Consent>;

const Consents = {
  consents: z.array(Consent),
  /** New versions that the person is asked to accept. */
  pending: z.array(z.object({ ...ofPage, publishedAt: Instant })),
};

export const consents = {
  list: get('/user/consents', {
    access: 'user',
    summary: 'List the versions of pages that you accepted, and those that you are asked to accept',
    response: success(Consents),
  }),
  accept: post('/user/consents', {
    access: 'user',
    summary: 'Accept the published versions of pages, such as the terms',
    body: z.object({
      pages: z
        .array(z.object({ slug: SitePageSlug, version: z.int() }))
        .min(1)
        .max(10),
    }),
    errors: ['page_has_changed'],
    rateLimit: { perUser: 60 },
    response: saying('Accepted', Consents),
  }),
};

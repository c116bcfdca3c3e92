import { z } from 'zod';
import { del, get, post, put, success, saying } from '../endpoint.ts';
import { Instant, oneLine, text } from '../fields.ts';
import { messages } from '../messages.ts';
import { RichText } from '../rich-text.ts';
import { inLanguage } from './languages.ts';

export const SITE_PAGE_MAX_CHARACTERS = 20_000;

/** In the path of a page, such as `refund`. */
export const SitePageSlug = z.string().regex(/^[a-z0-9-]{1,80}$/);

const title = oneLine(80, messages.sitePages.titleMissing);
const body = text(SITE_PAGE_MAX_CHARACTERS, messages.sitePages.bodyMissing);
export const SitePageText = z.object({ title, body });

/** A page as visitors read it. */
const SitePage = z.object({
  slug: z.string(),
  title: z.string(),
  content: RichText,
  /** The number of this version: 1 for the first. */
  version: z.int(),
  publishedAt: Instant,
  /** Of a text that is not translated into that of the reader; null as `untranslated` of a course. */
  language: z.string().nullable(),
});

/** A published page in the footer. */
export const SitePageLink = z.object({
  slug: z.string(),
  title: z.string(),
  version: z.int(),
  /** The newest version that people who accepted an earlier one are asked to accept; 0 for none. */
  askedVersion: z.int(),
});
export type SitePageLink = z.output<typeof SitePageLink>;

const SitePageEntry = SitePageLink.omit({ askedVersion: true }).extend({
  /** Every school has it; the others are the owner's own. */
  isBuiltIn: z.boolean(),
  /** The number of the published version; 0 before the first. */
  version: z.int(),
  /** The draft differs from the published version. */
  isChanged: z.boolean(),
});
export type SitePageEntry = z.output<typeof SitePageEntry>;

/** A page as its owner edits it. */
const EditedSitePage = SitePageEntry.extend({
  /** The draft as Markdown, with values such as `{price}`. */
  body: z.string(),
  /** The newest first. */
  versions: z.array(
    z.object({
      number: z.int(),
      title: z.string(),
      body: z.string(),
      publishedAt: Instant,
      /** Purchases while this version was the published one; null where buyers do not accept the page. */
      purchases: z.int().nullable(),
      /** People who accepted this version. */
      people: z.int(),
      asksAgain: z.boolean(),
    }),
  ),
  /** What stands for each value at the moment. */
  values: z.array(z.object({ name: z.string(), text: z.string() })),
});
export type EditedSitePage = z.output<typeof EditedSitePage>;

const params = z.object({ slug: SitePageSlug });
const ofPage = { params, notFound: 'site_page_not_found' } as const;
const edited = { sitePage: EditedSitePage };

export const sitePages = {
  read: get('/pages/:slug', {
    access: 'public',
    summary: 'Get a published page of the school, such as the privacy policy',
    ...ofPage,
    query: z.object(inLanguage),
    response: success({ sitePage: SitePage }),
  }),
  list: get('/admin/pages', {
    access: 'admin',
    summary: 'List the pages of the school, with drafts',
    response: success({ sitePages: z.array(SitePageEntry) }),
  }),
  create: post('/admin/pages', {
    access: 'admin',
    audit: 'page_changed',
    summary: 'Add a page as a draft',
    body: z.object({ title }),
    incomplete: messages.sitePages.titleMissing,
    errors: ['too_many_site_pages'],
    status: 201,
    response: saying('Page added', edited),
  }),
  preview: post('/admin/pages/preview', {
    access: 'admin',
    summary: 'Get a text as visitors would read it',
    body: z.object({ body }),
    incomplete: messages.sitePages.bodyMissing,
    response: saying(messages.sitePages.success, { content: RichText }),
  }),
  open: get('/admin/pages/:slug', {
    access: 'admin',
    summary: 'Get the draft of a page, its versions, and the values that it may contain',
    ...ofPage,
    response: success(edited),
  }),
  save: put('/admin/pages/:slug', {
    access: 'admin',
    audit: 'page_changed',
    summary: 'Save the draft of a page',
    ...ofPage,
    body: SitePageText,
    incomplete: messages.sitePages.bodyMissing,
    response: saying('Draft saved', edited),
  }),
  publish: post('/admin/pages/:slug/publish', {
    access: 'admin',
    audit: 'page_changed',
    summary: 'Publish the draft of a page as its next version, and ask people to accept it, if they have to',
    ...ofPage,
    body: z.object({ asksAgain: z.boolean().default(false) }),
    response: saying('Page published', edited),
  }),
  remove: del('/admin/pages/:slug', {
    access: 'admin',
    audit: 'page_changed',
    summary: 'Delete a page that the school added',
    ...ofPage,
    errors: ['site_page_built_in'],
    response: saying('Page deleted', {}),
  }),
};

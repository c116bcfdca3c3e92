import type { FastifyInstance, FastifyReply } from 'fastify';
import { courseAddress } from '#contract/catalog/course-address.ts';
import type { SiteFacts } from '#contract/school/setup.ts';
import { groundColour } from '#contract/school/accent.ts';
import { pageList, writtenPath } from '#contract/pages.ts';
import { toInstant } from '#server/clock.ts';
import { sendNotFound } from '../endpoint/error-handler.ts';
import { escapeXml, FEED_PATH, writeFeed } from '../file/feed.ts';
import { type PageCourses, teacherPath } from './page-status.ts';
import type { PageSource } from './page-source.ts';
import { addressIn, pathPrefix } from '#contract/school/language-paths.ts';

/** The limit of a sitemap. */
const MAX_ENTRIES = 49_000;
const HOUR_S = 60 * 60;
/** Pages that need a login or a link from an email. */
const NOT_FOR_ROBOTS = [
  '/admin/',
  '/user/',
  '/course/',
  '/checkout',
  '/changepassword',
  '/learning',
  '/offline',
  '/setup/',
  '/reset-password/',
  '/invitation/',
  '/gift/',
  '/opt-out/',
  '/teach/',
];

type Languages = Pick<SiteFacts, 'language' | 'languages'>;

/** Writes the addresses of a page: one in each language, with all of them beside it where there are several. */
const entriesOf =
  (site: string, { language, languages }: Languages) =>
  (path: string, changedAt?: number): string[] => {
    const addresses = languages.map(({ code }) => [code, addressIn(pathPrefix(code, language), path, site)] as const);
    const link = (code: string, address: string): string =>
      `<xhtml:link rel="alternate" hreflang="${code}" href="${escapeXml(address)}"/>`;
    const others =
      addresses.length < 2
        ? ''
        : [...addresses, ['x-default', site + path] as const].map(([code, address]) => link(code, address)).join('');
    const lastmod = changedAt === undefined ? '' : `<lastmod>${toInstant(changedAt)}</lastmod>`;
    return addresses.map(([, address]) => `<url><loc>${escapeXml(address)}</loc>${lastmod}${others}</url>`);
  };

const send = (reply: FastifyReply, type: string, body: string | Buffer): FastifyReply =>
  reply.header('cache-control', `public, max-age=${HOUR_S}`).type(type).send(body);

/** Serves robots.txt, sitemap.xml, the feed, the manifest and favicon.ico. */
export const serveSiteFiles = (
  app: FastifyInstance,
  { siteFacts, look, publicAddress, courses }: PageSource & { courses: PageCourses },
  favicon: Buffer | undefined,
): void => {
  app.get('/robots.txt', async (_request, reply) => {
    const { language, languages } = await siteFacts();
    const prefixes = new Set(languages.map(({ code }) => pathPrefix(code, language)));
    const closed = [...prefixes].flatMap((prefix) => NOT_FOR_ROBOTS.map((path) => `Disallow: ${prefix}${path}`));
    const lines = ['User-agent: *', ...closed, '', `Sitemap: ${await publicAddress()}/sitemap.xml`, ''];
    return send(reply, 'text/plain; charset=utf-8', lines.join('\n'));
  });

  app.get('/sitemap.xml', async (_request, reply) => {
    const site = await publicAddress();
    const facts = await siteFacts();
    const entries = entriesOf(site, facts);
    const written = facts.sitePages.map(({ slug }) => writtenPath(slug));
    const listed = pageList.filter(({ isListed }) => isListed).map(({ path }) => path);
    const known = [...new Set([...listed, ...written])].flatMap((path) => entries(path));
    const shown = (await courses.addresses.list()).flatMap(({ id, slug, updated_at: changedAt }) =>
      entries(courseAddress(id, slug), changedAt),
    );
    const teachers = [...(await courses.teacherSlugs()).values()].flatMap((slug) => entries(teacherPath(slug)));
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${facts.languages.length < 2 ? '' : ' xmlns:xhtml="http://www.w3.org/1999/xhtml"'}>${[...known, ...[...shown, ...teachers].slice(0, MAX_ENTRIES)].join('')}</urlset>\n`;
    return send(reply, 'application/xml; charset=utf-8', xml);
  });

  app.get(FEED_PATH, async (_request, reply) => {
    const { brandName: title, heroText: description } = await siteFacts();
    const xml = writeFeed(await publicAddress(), { title, description }, await courses.addresses.newest());
    return send(reply, 'application/rss+xml; charset=utf-8', xml);
  });

  app.get('/site.webmanifest', async (_request, reply) => {
    const { brandName, heroText } = await siteFacts();
    const { icon } = await look();
    const drawn = [192, 512].map((size) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' }));
    const maskable = { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' };
    const icons = icon === '' ? [...drawn, maskable] : [{ src: icon, sizes: '512x512', type: 'image/png' }];
    const manifest = {
      name: brandName,
      short_name: brandName,
      description: heroText,
      id: '/',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      // While the app opens: its first page. Around it, in either theme: the ground of the icon.
      background_color: groundColour('morning', 'page'),
      theme_color: groundColour('morning', 'neutral'),
      icons,
    };
    return send(reply, 'application/manifest+json; charset=utf-8', JSON.stringify(manifest));
  });

  app.get('/favicon.ico', async (request, reply) => {
    const { icon } = await look();
    if (icon !== '') return reply.header('cache-control', `public, max-age=${HOUR_S}`).redirect(icon);
    return favicon ? send(reply, 'image/x-icon', favicon) : sendNotFound(request, reply);
  });
};

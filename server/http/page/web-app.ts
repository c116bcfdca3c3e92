import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Id } from '#contract/fields.ts';
import type { PageProgram } from '#contract/page-program.ts';
import { pageList, pages } from '#contract/pages.ts';
import { lowerCaseLanguage, pathPrefix, splitPath } from '#contract/school/language-paths.ts';
import { readClassroomOutline } from './classroom-outline.ts';
import { checkoutPolicy, emailFramePolicy, pagePolicy, type PolicySources, workerPolicy } from './content-policy.ts';
import {
  createEarlierFiles,
  type EarlierFiles,
  type EarlierFilesPlatform,
  GONE_PART,
  PART,
} from '../file/earlier-files.ts';
import { sendNotFound } from '../endpoint/error-handler.ts';
import { createOtherNames } from './other-names.ts';
import { type PageLanguage, writeDocument } from './page-document.ts';
import { ownWordsAddress, serveOwnWords } from './own-words-file.ts';
import { createPageRenderer, type RenderPage } from './page-renderer.ts';
import { createPageResponses, encodingFor } from './page-responses.ts';
import type { PageSource } from './page-source.ts';
import { asksForPage, findPage, type FoundPage, type PageCertificates, type PageCourses } from './page-status.ts';
import { matchesEtag } from '../endpoint/prepared-response.ts';
import { serveSiteFiles } from './site-files.ts';

export interface WebAppOptions {
  /** The built pages; without them only the API works. */
  folder?: string | undefined;
  /** Renders pages instead of the built program. */
  program?: PageProgram | undefined;
  /** The address of the school, if it is configured. */
  publicUrl?: string | undefined;
  source: PageSource;
  platform: EarlierFilesPlatform;
  policy: PolicySources;
  courses: PageCourses;
  certificates: PageCertificates;
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};

/** Where `npm run build` writes the pages. */
const BUILT_PAGES = join(import.meta.dirname, '../../../dist/web');

const QUARTER_HOUR_MS = 15 * 60_000;
const FOREVER = 'public, max-age=31536000, immutable';
const BRIEFLY = 'public, max-age=300';
const PRECOMPRESSED = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
/** A file name, for which a page would be a wrong response. */
const FILE_LIKE = /\.[a-z0-9]{2,5}$/i;
/** The service worker's script has its own content policy; browsers check it at each visit. */
const SERVICE_WORKER = '/sw.js';
/** The empty document that the page of an email writes it into. */
const EMAIL_FRAME = '/email-frame.html';
const CHECKOUT = /^\/checkout\/?$/;
/** Built files that are not served: the stamp, the manifest, and the program for the server. */
const HIDDEN = /(?:^|\/)\./;

/** All files by address, in memory: a process serves one build, even after a new one replaces it on disk. */
const readFiles = (folder: string): Map<string, Buffer> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      const path = relative(folder, file).split(sep).join('/');
      return entry.isFile() && !HIDDEN.test(path) ? [[`/${path}`, readFileSync(file)]] : [];
    }),
  );

const securityHeaders = {
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

const headersOfEmailFrame = { 'content-security-policy': emailFramePolicy, 'x-frame-options': 'SAMEORIGIN' };

/**
 * Pages depend on every topic and on the date; days begin at a quarter of an hour in every time zone. Undefined while changes
 * could be missed.
 */
const versionOfPages = ({ database: { topics }, clock }: PageSource): string | undefined => {
  const version = topics.overall();
  return version === undefined ? undefined : `${version} ${Math.floor(clock.now() / QUARTER_HOUR_MS)}`;
};

/** The page has another address. */
class PageMoved extends Error {
  readonly address: string;
  constructor(address: string) {
    super(`The page is at ${address}`);
    this.address = address;
  }
}

interface WantedPage extends FoundPage {
  path: string;
  query: string;
  language: PageLanguage;
}

/** Serves the built pages: hashed assets, cached forever, and for every other address its page with its status. */
export const serveWebApp = (app: FastifyInstance, options: WebAppOptions): EarlierFiles => {
  const { folder = BUILT_PAGES, source } = options;
  const isBuilt = existsSync(join(folder, 'index.html'));
  const files = isBuilt ? readFiles(folder) : new Map<string, Buffer>();
  const earlier = createEarlierFiles(options.platform, files);
  const template = files.get('/index.html')?.toString('utf8');
  const classroom = readClassroomOutline(folder);
  const renderPage = createPageRenderer(app, folder, options.program);
  const responses = createPageResponses();
  const addressElsewhere = createOtherNames(options.publicUrl, source.clock);
  serveOwnWords(app, source.ownWords);
  serveSiteFiles(app, { ...source, courses: options.courses }, files.get('/favicon.ico'));
  const headersOfPages = {
    ...securityHeaders,
    'content-security-policy': pagePolicy(options.policy),
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
  };

  const headersOfServiceWorker = {
    'content-security-policy': workerPolicy(options.policy),
    'cache-control': 'no-cache',
  };

  /** Of this version, or of one that ran until lately. */
  const sendAsset = async (path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const accepted = request.headers['accept-encoding'] ?? '';
    const isOwn = files.has(path);
    const has = async (name: string): Promise<boolean> => (isOwn ? files.has(name) : earlier.has(name));
    let packed: (typeof PRECOMPRESSED)[number] | undefined;
    for (const one of PRECOMPRESSED)
      if (!packed && accepted.includes(one[0]) && (await has(path + one[1]))) packed = one;
    const name = packed ? path + packed[1] : path;
    const bytes = isOwn ? files.get(name) : await earlier.read(name);
    if (bytes === undefined) return sendNotFound(request, reply);
    if (packed) void reply.header('content-encoding', packed[0]);
    return reply
      .headers(securityHeaders)
      .header('vary', 'accept-encoding')
      .header('cache-control', path.startsWith('/assets/') ? FOREVER : BRIEFLY)
      .headers(path === SERVICE_WORKER ? headersOfServiceWorker : {})
      .headers(path === EMAIL_FRAME ? headersOfEmailFrame : {})
      .type(types[extname(path)] ?? 'application/octet-stream')
      .send(bytes);
  };

  const partsIn = async (language: PageLanguage) => {
    const own = (await source.ownWords.read()).ownOf(language.code);
    return {
      words: own?.words,
      parts: {
        facts: await source.siteFacts(language.code),
        look: await source.look(),
        origin: await source.publicAddress(),
        language,
        ownWords: own && ownWordsAddress(language.code, own),
      },
    };
  };

  /** A page that the browser draws. */
  const sendOutline = async (
    html: string,
    { path, query, status, language }: WantedPage,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const isCheckout = CHECKOUT.test(path);
    const parts = {
      ...(await partsIn(language)).parts,
      isCheckout,
      outline: path === pages.classroom.path ? classroom : undefined,
      course: Id.safeParse(new URLSearchParams(query).get('course')).data,
    };
    void reply.code(status).headers(headersOfPages);
    if (isCheckout)
      void reply
        .header('content-security-policy', await checkoutPolicy(options.policy))
        .header('cross-origin-opener-policy', 'same-origin-allow-popups');
    return reply.send(writeDocument(html, parts));
  };

  const sendRendered = async (
    { html, render }: { html: string; render: RenderPage },
    { rendered: address = '', status, isReplaced, language }: WantedPage,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const make = async (): Promise<string> => {
      const { words, parts } = await partsIn(language);
      const { facts: site, origin } = parts;
      const page = await render({ address, language: language.code, origin, site, ownWords: words });
      if (page.movedTo !== undefined) throw new PageMoved(language.prefix + page.movedTo);
      return writeDocument(html, { ...parts, isCheckout: false, page, isReplaced });
    };
    const version = versionOfPages(source);
    const { isOn, isTestMode } = await source.selling();
    const encoding = encodingFor(request.headers['accept-encoding']);
    const key = `${isOn} ${isTestMode} ${isReplaced} ${language.code} ${address}`;
    const { body, etag } = await responses.get(version, { key, encoding, make });
    void reply.code(status).headers(headersOfPages).header('vary', 'accept-encoding').header('etag', etag);
    if (status === 200 && matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    if (encoding !== 'identity') void reply.header('content-encoding', encoding);
    return reply.send(body);
  };

  const sendPage = async (
    html: string,
    wanted: WantedPage,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    if (wanted.rendered === undefined || !renderPage) return sendOutline(html, wanted, reply);
    try {
      return await sendRendered({ html, render: renderPage }, wanted, request, reply);
    } catch (error) {
      if (error instanceof PageMoved) return reply.header('cache-control', 'no-cache').redirect(error.address, 302);
      // The browser can still draw the page and show the error.
      request.log.error({ err: error, requestId: request.id }, 'page could not be rendered');
      return sendOutline(html, wanted, reply);
    }
  };

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [given = '', query = ''] = request.url.split(/[?#]/);
    if (!asksForPage(request)) return sendNotFound(request, reply);
    if ((files.has(given) && given !== '/index.html') || (await earlier.has(given)))
      return sendAsset(given, request, reply);
    if (isBuilt && PART.test(given))
      return reply
        .headers({ ...securityHeaders, 'cache-control': 'no-store' })
        .type('text/javascript; charset=utf-8')
        .send(GONE_PART);
    if (FILE_LIKE.test(given) || template === undefined) return sendNotFound(request, reply);
    const elsewhere = addressElsewhere(request);
    // Browsers would keep it, also after a mistake in PUBLIC_URL.
    if (elsewhere !== undefined) return reply.header('cache-control', 'no-store').redirect(elsewhere, 308);
    const { language: main, others } = await source.languages();
    const codes = [main, ...others];
    const lowered = lowerCaseLanguage(given, codes);
    if (lowered !== undefined)
      return reply.header('cache-control', 'no-cache').redirect(lowered + (query && `?${query}`), 301);
    const { code, path, isNamed } = splitPath(given, { language: main, codes });
    const language = { code, prefix: pathPrefix(code, main) };
    const found = await findPage(path, query, {
      ...options,
      sitePages: async () => (await source.siteFacts()).sitePages,
    });
    const search = query && `?${query}`;
    // Links in emails and bookmarks outlive a language that the school switches off.
    if (found.status === 404 && !isNamed) {
      const switchedOff = splitPath(given, { language: main, codes: source.allLanguages() });
      if (switchedOff.isNamed)
        return reply.header('cache-control', 'no-cache').redirect(switchedOff.path + search, 302);
    }
    // The language of the school has one address for a page. It may be another one some day.
    if (isNamed && language.prefix === '')
      return reply.header('cache-control', 'no-cache').redirect((found.movedTo ?? path) + search, 302);
    if (found.movedTo !== undefined)
      // Not cached: a course may get its earlier title back.
      return reply.header('cache-control', 'no-cache').redirect(language.prefix + found.movedTo + search, 301);
    return sendPage(template, { path, query, language, ...found }, request, reply);
  };

  // Handled alike: metrics and traces name the routes.
  for (const path of ['/assets/*', ...pageList.map((page) => page.path)]) app.get(path, handle);
  app.setNotFoundHandler(handle);
  return earlier;
};

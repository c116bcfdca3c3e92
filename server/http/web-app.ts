import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_ACCENT } from '#contract/accent.ts';
import type { SiteFacts } from '#contract/setup.ts';
import type { PageLook } from '#server/settings/branding.ts';
import { accentStyleAddress } from './accent-style.ts';
import { checkoutPolicy, pagePolicy, type PolicySources } from './content-policy.ts';
import { sendNotFound } from './error-handler.ts';
import { type HasCourse, pageStatus } from './page-status.ts';

export interface WebAppOptions {
  /** The built pages; without them only the API works. */
  folder?: string | undefined;
  site: { siteFacts: () => Promise<SiteFacts>; look: () => Promise<PageLook> };
  policy: PolicySources;
  hasCourse: HasCourse;
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
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
const BUILT_PAGES = join(import.meta.dirname, '../../dist/web');

const FOREVER = 'public, max-age=31536000, immutable';
const BRIEFLY = 'public, max-age=300';
const PRECOMPRESSED = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
/** Requested by browsers on their own, or a file by its name: a page would be a wrong response. */
const FILE_LIKE = /\.[a-z0-9]{2,5}$/i;
const CHECKOUT = /^\/checkout\/?$/;

/** All files by their address, in memory: a process serves one build from start to end, also when a new one replaces it on disk. */
const readFiles = (folder: string): Map<string, Buffer> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.parentPath.includes('.vite'))
      .map((entry) => {
        const file = join(entry.parentPath, entry.name);
        return [`/${relative(folder, file).split(sep).join('/')}`, readFileSync(file)];
      }),
  );

/** The facts are data inside a script element, which a `<` in them must not be able to end. */
const asJsonElement = (facts: SiteFacts): string =>
  `<script type="application/json" id="site-facts">${JSON.stringify(facts).replaceAll('<', '\\u003c')}</script>`;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const FAVICON = /<link rel="icon"[^>]*>/;
/** The outline of the header shows the mark until the program is there. */
const MARK = /<svg viewBox="0 0 28 28"[^]*?<\/svg>/;

/** The page in the look of the school: its colour, its icons and its logo. */
const inLookOf = (page: string, { accent, logo, icon, touchIcon }: PageLook): string => {
  const style = accent === DEFAULT_ACCENT ? '' : `<link rel="stylesheet" href="${accentStyleAddress(accent)}" />`;
  const icons = `<link rel="icon" href="${icon}" type="image/png" /><link rel="apple-touch-icon" href="${touchIcon}" />`;
  const colored = page.replace('</head>', `${style}</head>`);
  const named = icon === '' ? colored : colored.replace(FAVICON, icons);
  return logo === ''
    ? named
    : named.replace(MARK, `<img src="${logo}" alt="" class="size-7 shrink-0 object-contain" />`);
};

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

/** Serves the built pages: hashed assets, cached for ever, and for every other address the one page, with its status. */
export const serveWebApp = (app: FastifyInstance, options: WebAppOptions): void => {
  const { folder = BUILT_PAGES } = options;
  const isBuilt = existsSync(join(folder, 'index.html'));
  const files = isBuilt ? readFiles(folder) : new Map<string, Buffer>();
  const template = files.get('/index.html')?.toString('utf8');
  const policyOfPages = pagePolicy(options.policy);

  const sendAsset = (path: string, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const accepted = request.headers['accept-encoding'] ?? '';
    const packed = PRECOMPRESSED.find(([encoding, ending]) => accepted.includes(encoding) && files.has(path + ending));
    if (packed) void reply.header('content-encoding', packed[0]);
    return reply
      .headers(securityHeaders)
      .header('vary', 'accept-encoding')
      .header('content-security-policy', "default-src 'none'")
      .header('cache-control', path.startsWith('/assets/') ? FOREVER : BRIEFLY)
      .type(types[extname(path)] ?? 'application/octet-stream')
      .send(files.get(packed ? path + packed[1] : path));
  };

  const sendPage = async (
    html: string,
    [path, query]: [path: string, query: string],
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const status = await pageStatus(path, query, options.hasCourse);
    const facts = await options.site.siteFacts();
    const look = await options.site.look();
    const isCheckout = CHECKOUT.test(path);
    const policy = isCheckout ? await checkoutPolicy(options.policy) : policyOfPages;
    const page = html
      .replace('<html lang="en"', `<html lang="en" data-payment-window="${isCheckout ? 'open' : 'closed'}"`)
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(facts.brandName)}</title>`)
      .replace('<!--brand-name-->', () => escapeHtml(facts.brandName))
      .replace('<!--site-facts-->', () => asJsonElement(facts));
    return reply
      .code(status)
      .headers(securityHeaders)
      .header('content-security-policy', policy)
      .header('cross-origin-opener-policy', isCheckout ? 'same-origin-allow-popups' : 'same-origin')
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(inLookOf(page, look));
  };

  app.setNotFoundHandler(async (request, reply) => {
    const [path = '', query = ''] = request.url.split(/[?#]/);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isOurs = /^\/(?:api|media|files|sandbox)(?:\/|$)/.test(path);
    if (!isRead || isOurs) return sendNotFound(request, reply);
    if (files.has(path) && path !== '/index.html') return sendAsset(path, request, reply);
    if (FILE_LIKE.test(path) || template === undefined) return sendNotFound(request, reply);
    return sendPage(template, [path, query], reply);
  });
};

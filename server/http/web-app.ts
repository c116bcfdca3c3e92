import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SiteFacts } from '#contract/setup.ts';
import { checkoutPolicy, pagePolicy, type PolicyFacts } from './content-policy.ts';
import { answerNotFound } from './error-handler.ts';

export interface WebAppOptions {
  /** The built interface; when it is missing only the API answers. */
  folder: string;
  siteFacts: () => Promise<SiteFacts>;
  policy: PolicyFacts;
  isHttps: boolean;
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

const FOREVER = 'public, max-age=31536000, immutable';
const BRIEFLY = 'public, max-age=300';
const PRECOMPRESSED = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
/** Asked for by browsers on their own, or a file by its name: a page would be a wrong answer. */
const FILE_LIKE = /\.[a-z0-9]{2,5}$/i;
const CHECKOUT = /^\/checkout\/?$/;

/** All of them, by their address: the pages that a process serves stay those it started with, also after a new build. */
const readFiles = (folder: string): Map<string, Buffer> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.parentPath.includes('.vite'))
      .map((entry) => {
        const file = join(entry.parentPath, entry.name);
        return [`/${relative(folder, file).split(sep).join('/')}`, readFileSync(file)];
      }),
  );

/** Facts become text inside a script element that is data: `<` must not be able to end it. */
const asJsonElement = (facts: SiteFacts): string =>
  `<script type="application/json" id="site-facts">${JSON.stringify(facts).replaceAll('<', '\\u003c')}</script>`;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const securityHeaders = (isHttps: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  ...(isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
});

/** Serves the built interface: hashed assets for ever, and the one page for every other address. */
export const serveWebApp = (app: FastifyInstance, options: WebAppOptions): void => {
  const isBuilt = existsSync(join(options.folder, 'index.html'));
  const files = isBuilt ? readFiles(options.folder) : new Map<string, Buffer>();
  const template = files.get('/index.html')?.toString('utf8');
  const headers = securityHeaders(options.isHttps);
  const policies = { page: pagePolicy(options.policy), checkout: checkoutPolicy(options.policy) };

  const sendAsset = (path: string, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const accepted = request.headers['accept-encoding'] ?? '';
    const packed = PRECOMPRESSED.find(([encoding, ending]) => accepted.includes(encoding) && files.has(path + ending));
    if (packed) void reply.header('content-encoding', packed[0]);
    return reply
      .headers(headers)
      .header('vary', 'accept-encoding')
      .header('content-security-policy', "default-src 'none'")
      .header('cache-control', path.startsWith('/assets/') ? FOREVER : BRIEFLY)
      .type(types[extname(path)] ?? 'application/octet-stream')
      .send(files.get(packed ? path + packed[1] : path));
  };

  const sendPage = async (html: string, path: string, reply: FastifyReply): Promise<FastifyReply> => {
    const facts = await options.siteFacts();
    const isCheckout = CHECKOUT.test(path);
    const page = html
      .replace('<html lang="en"', `<html lang="en" data-payment-window="${isCheckout ? 'open' : 'closed'}"`)
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(facts.brandName)}</title>`)
      .replace('<!--brand-name-->', () => escapeHtml(facts.brandName))
      .replace('<!--site-facts-->', () => asJsonElement(facts));
    return reply
      .headers(headers)
      .header('content-security-policy', isCheckout ? policies.checkout : policies.page)
      .header('cross-origin-opener-policy', isCheckout ? 'same-origin-allow-popups' : 'same-origin')
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page);
  };

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.replace(/[?#].*$/, '');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isOurs = /^\/(?:api|media|files|sandbox)(?:\/|$)/.test(path);
    if (!isRead || isOurs) return answerNotFound(request, reply);
    if (files.has(path) && path !== '/index.html') return sendAsset(path, request, reply);
    if (FILE_LIKE.test(path) || template === undefined) return answerNotFound(request, reply);
    return sendPage(template, path, reply);
  });
};

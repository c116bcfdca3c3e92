import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

const headers = (frameAncestors: "'self'" | "'none'") => ({
  'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${frameAncestors}`,
  'x-frame-options': frameAncestors === "'self'" ? 'SAMEORIGIN' : 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
});

const serve = async (
  app: FastifyInstance,
  frameAncestors: "'self'" | "'none'",
  files: Record<string, string>,
): Promise<void> => {
  for (const [path, file] of Object.entries(files)) {
    const content = await readFile(new URL(file, import.meta.url));
    const type = types[extname(file)];
    app.get(path, (_request, reply) =>
      reply.headers({ ...headers(frameAncestors), 'content-type': type }).send(content),
    );
  }
};

/** checkout.js and the window that it opens in a frame. Only pages of the same origin may frame it. */
export const checkoutPages = (app: FastifyInstance): Promise<void> =>
  serve(app, "'self'", {
    '/checkout.js': './checkout/checkout.js',
    '/checkout/frame': './checkout/frame.html',
    '/checkout/frame.js': './checkout/frame.js',
    '/checkout/pages.css': './pages.css',
    '/checkout/window.css': './checkout/window.css',
  });

/** The test console: a page for what the control API can do. */
export const consolePages = async (app: FastifyInstance): Promise<void> => {
  app.get('/', (_request, reply) => reply.redirect(`${app.prefix}/console`));
  await serve(app, "'none'", {
    '/console': './console/console.html',
    '/console.js': './console/console.js',
    '/pages.css': './pages.css',
    '/console.css': './console/console.css',
  });
};

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { API_PREFIX } from '#contract/api.ts';
import { generalErrors } from '#contract/endpoint-errors.ts';
import { errors } from '#contract/errors.ts';
import { Html, html } from './page/html.ts';
import { openApiDocument } from './endpoint/openapi.ts';
import type { OpenApiDocument } from './endpoint/openapi-document.ts';
import { prepareResponse, sendPrepared } from './endpoint/prepared-response.ts';

const CSS_FILE = join(import.meta.dirname, 'api-docs.css');

interface Entry {
  term: string;
  said: string[];
}

const part = (name: string, entries: readonly Entry[]): Html =>
  html`<section>
    <h2 id="${name}">${name}</h2>
    <dl>
      ${entries.map(
        ({ term, said }) =>
          html`<dt><code>${term}</code></dt>
            ${said.map((line) => html`<dd>${line}</dd>`)}`,
      )}
    </dl>
  </section>`;

/** The operations of a feature, one after the other: what each does, and for whom. Its fields are in the document. */
const operationsOf = ({ paths }: OpenApiDocument, feature: string): Entry[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(feature))
      .map(([method, operation]) => ({
        term: `${method.toUpperCase()} ${API_PREFIX}${path}`,
        said: [operation.summary, `${operation['x-access']} ${operation.description}`],
      })),
  );

/** What the school sends to the addresses under Settings → Webhooks. */
const messagesOf = ({ webhooks }: OpenApiDocument): Entry[] =>
  Object.entries(webhooks).map(([event, { post }]) => ({
    term: event,
    said: [`${post.summary}. ${post.description}`],
  }));

const errorEntries = Object.entries(errors).map(([code, [status, sentence]]): Entry => ({
  term: `${status} ${code}`,
  said: [sentence],
}));

/** Exactly the text whose digest the policy contains, without added white space. */
const styleElement = (css: string): Html => new Html(`<style>${css}</style>`);

const page = (document: OpenApiDocument, css: string): string => {
  const { title, description } = document.info;
  const parts: [string, readonly Entry[]][] = [
    ...document.tags.map(({ name }): [string, Entry[]] => [name, operationsOf(document, name)]),
    ['messages', messagesOf(document)],
    ['errors', errorEntries],
  ];
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${styleElement(css)}
      </head>
      <body>
        <header>
          <h1>${title}</h1>
          <p>
            ${description} Authenticate with <code>Authorization: Bearer</code> and the token that register and login
            return. Every endpoint may return the general errors: ${generalErrors.join(', ')}.
          </p>
          <p>
            Parameters, fields and responses: <a href="${API_PREFIX}/openapi.json">OpenAPI 3.1 document</a>, which any
            viewer of OpenAPI opens
          </p>
          <nav aria-label="Parts">${parts.map(([name]) => html`<a href="#${name}">${name}</a> `)}</nav>
        </header>
        <main>${parts.map(([name, entries]) => part(name, entries))}</main>
      </body>
    </html>`.text;
};

const policyFor = (css: string): string => {
  const digest = createHash('sha256').update(css).digest('base64');
  return `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
};

/** Caches the last result, until the name changes. */
const builtFor = <T>(build: (name: string) => T): ((name: string) => T) => {
  let built: { name: string; value: T } | undefined;
  return (name) => {
    if (built?.name !== name) built = { name, value: build(name) };
    return built.value;
  };
};

/** Serves the contract as an OpenAPI document and as a page; both are built on the first request under a name. */
export const serveApiDocs = (app: FastifyInstance, brandName: () => Promise<string>): void => {
  const document = builtFor(openApiDocument);
  const json = builtFor((name) => prepareResponse(JSON.stringify(document(name))));
  const readable = builtFor((name) => {
    const css = readFileSync(CSS_FILE, 'utf8');
    return { text: page(document(name), css), policy: policyFor(css) };
  });
  app.get(`${API_PREFIX}/openapi.json`, async (request, reply) =>
    sendPrepared(json(await brandName()), request, reply),
  );
  app.get('/api/docs', async (_request, reply) => {
    const { text, policy } = readable(await brandName());
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(text);
  });
};

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { API_PREFIX } from '#contract/api.ts';
import { generalErrors } from '#contract/endpoint-errors.ts';
import { errors } from '#contract/errors.ts';
import { Html, html, nothing } from './page/html.ts';
import { openApiDocument } from './endpoint/openapi.ts';
import type { OpenApiDocument, Operation, Schema } from './endpoint/openapi-document.ts';
import { prepareResponse, sendPrepared } from './endpoint/prepared-response.ts';

const CSS_FILE = join(import.meta.dirname, 'api-docs.css');

const typeOf = (schema: Schema): string => {
  if (schema.$ref !== undefined) return schema.$ref.replace(/^.*\//, '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map((one) => (typeof one === 'object' ? typeOf(one) : 'any')).join(' | ');
  const { items } = schema;
  if (schema.type === 'array')
    return typeof items === 'object' && !Array.isArray(items) ? `${typeOf(items)}[]` : 'array';
  const names = [schema.type ?? 'any'].flat().join(' | ');
  return schema.format === undefined ? names : `${names} (${schema.format})`;
};

const boundsOf = (schema: Schema): string => {
  const bounds = [
    schema.minLength === undefined ? '' : `at least ${schema.minLength} characters`,
    schema.maxLength === undefined ? '' : `at most ${schema.maxLength} characters`,
    schema.minimum === undefined ? '' : `from ${schema.minimum}`,
    schema.maximum === undefined ? '' : `up to ${schema.maximum}`,
    schema.default === undefined ? '' : `${JSON.stringify(schema.default)} by default`,
    schema.contentMediaType ?? '',
    schema.description ?? '',
  ];
  return bounds.filter((bound) => bound !== '').join(', ');
};

/** The object whose fields are listed: the schema itself, or the items of a list. */
const objectIn = (schema: Schema): Schema | undefined => {
  if (schema.properties) return schema;
  const { items } = schema;
  return typeof items === 'object' && !Array.isArray(items) && items.properties ? items : undefined;
};

const fieldsOf = (schema: Schema): Html => {
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const field = typeof property === 'object' ? property : {};
    const inner = objectIn(field);
    const optional = (schema.required ?? []).includes(name) ? nothing : html` <em>optional</em>`;
    return html`<li>
      <code>${name}</code> <span class="type">${typeOf(field)}</span>${optional} <small>${boundsOf(field)}</small>
      ${inner ? fieldsOf(inner) : nothing}
    </li>`;
  });
  return html`<ul class="fields">
    ${rows}
  </ul>`;
};

const parametersOf = ({ parameters = [] }: Operation): Html => {
  if (parameters.length === 0) return nothing;
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return html`<h4>Parameters</h4>
    ${fieldsOf({ properties, required })}`;
};

const bodyOf = ({ requestBody }: Operation): Html[] =>
  Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]) =>
      html`<h4>Body <small>${type}</small></h4>
        ${fieldsOf(schema)}`,
  );

const responsesOf = ({ responses }: Operation): Html[] =>
  Object.entries(responses).map(([status, response]) => {
    if ('$ref' in response) return html`<p class="error">or a <a href="#errors">general error</a></p>`;
    const { description, content } = response;
    if (!status.startsWith('2'))
      return html`${description.split('\n\n').map((line) => html`<p class="error"><code>${status}</code> ${line}</p>`)}`;
    return html`<h4>Response <code>${status}</code></h4>
      ${fieldsOf(content?.['application/json']?.schema ?? {})}`;
  });

const operationSection = (method: string, path: string, operation: Operation): Html => html`
  <article id="${operation.operationId}">
    <h3><span class="method ${method}">${method.toUpperCase()}</span> <code>${API_PREFIX}${path}</code></h3>
    <p>${operation.summary}</p>
    <p class="access"><strong>${operation['x-access']}</strong> ${operation.description}</p>
    ${parametersOf(operation)} ${bodyOf(operation)} ${responsesOf(operation)}
  </article>
`;

const featureSection = (document: OpenApiDocument, feature: string): Html => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(feature))
      .map(([method, operation]) => operationSection(method, path, operation)),
  );
  return html`<section>
    <h2 id="${feature}">${feature}</h2>
    ${operations}
  </section>`;
};

const sentMessages = ({ webhooks }: OpenApiDocument): Html[] =>
  Object.entries(webhooks).map(
    ([event, { post }]) =>
      html`<article>
        <h3><code>${event}</code></h3>
        <p>${post.summary}. ${post.description}</p>
        ${fieldsOf({ properties: Object.fromEntries(post.parameters.map(({ name, schema, description }) => [name, { ...schema, description }])) })}
        ${Object.entries(post.requestBody.content).map(([, { schema }]) => fieldsOf(schema))}
      </article>`,
  );

const namedSchemas = (document: OpenApiDocument): Html[] =>
  Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      html`<article id="schema-${name}">
        <h3><code>${name}</code></h3>
        ${fieldsOf(schema)}
      </article>`,
  );

const errorRows = (): Html[] =>
  Object.entries(errors).map(
    ([code, [status, sentence]]) =>
      html`<tr>
        <td><code>${code}</code></td>
        <td>${status}</td>
        <td>${sentence}</td>
      </tr>`,
  );

const errorSection = (): Html =>
  html`<section>
    <h2 id="errors">errors</h2>
    <p>General errors, which every endpoint may return: ${generalErrors.join(', ')}</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Errors">
      <table>
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Status</th>
            <th scope="col">Sentence</th>
          </tr>
        </thead>
        <tbody>
          ${errorRows()}
        </tbody>
      </table>
    </div>
  </section>`;

/** Exactly the text whose digest the policy contains, without added white space. */
const styleElement = (css: string): Html => new Html(`<style>${css}</style>`);

const page = (document: OpenApiDocument, css: string): string => {
  const { title, description } = document.info;
  const links = [...document.tags.map(({ name }) => name), 'messages', 'schemas', 'errors'];
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
            return.
          </p>
          <p><a href="${API_PREFIX}/openapi.json">OpenAPI 3.1 document</a></p>
          <nav aria-label="Parts">${links.map((name) => html`<a href="#${name}">${name}</a> `)}</nav>
        </header>
        <main>
          ${document.tags.map(({ name }) => featureSection(document, name))}
          <section>
            <h2 id="messages">messages</h2>
            <p>What the school sends to the addresses under Settings → Webhooks.</p>
            ${sentMessages(document)}
          </section>
          <section>
            <h2 id="schemas">schemas</h2>
            ${namedSchemas(document)}
          </section>
          ${errorSection()}
        </main>
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

import type { FastifyInstance } from 'fastify';
import { ACCENT, accentVariables, type Theme } from '#contract/school/accent.ts';
import { fail } from '#server/errors.ts';
import { matchesEtag, prepareResponse } from '../endpoint/prepared-response.ts';

const NAME = /^([0-9a-f]{6})\.css$/;
const DAY_S = 24 * 60 * 60;

const rule = (selector: string, theme: Theme, colour: string): string => {
  const variables = Object.entries(accentVariables(colour, theme)).map(([name, value]) => `${name}:${value}`);
  return `${selector}{${variables.join(';')}}`;
};

/** In the order of the style sheet of the pages: without a choice the system decides. */
const styleOf = (colour: string): string =>
  [
    rule(':root,[data-theme=morning]', 'morning', colour),
    `@media (prefers-color-scheme:dark){${rule(':root:not([data-theme])', 'evening', colour)}}`,
    rule('[data-theme=evening]', 'evening', colour),
  ].join('\n');

/** The address of the style sheet of an accent colour, which needs nothing but the colour. */
export const accentStyleAddress = (colour: string): string => `/accent/${colour.slice(1).toLowerCase()}.css`;

/** Serves the variables of any accent colour at `/accent/<colour>.css`: the content policy allows no style in a page. */
export const serveAccentStyle = (app: FastifyInstance): void => {
  app.get<{ Params: { name: string } }>('/accent/:name', async (request, reply) => {
    const colour = `#${NAME.exec(request.params.name)?.[1]?.toUpperCase() ?? ''}`;
    if (!ACCENT.test(colour)) throw fail('file_not_found');
    const { body, etag } = prepareResponse(styleOf(colour));
    void reply.header('etag', etag).header('cache-control', `public, max-age=${DAY_S}`);
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('text/css; charset=utf-8').send(body);
  });
};

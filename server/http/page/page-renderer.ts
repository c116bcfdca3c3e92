import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { FetchApi, PageProgram, PageRequest, RenderedPage } from '#contract/page-program.ts';

/** The rendering program in the built pages. */
const PROGRAM = '.server/render.js';
/** Not the name of any site, so that addresses of files in responses are paths. */
const HOST = 'pages.invalid';

const Program = z.custom<PageProgram>(
  (value) => typeof value === 'object' && value !== null && 'render' in value && 'connect' in value,
);

/** Whether a page asks while it is rendered: for everyone who will see it, so that no address is counted. */
export const isOfRenderer = ({ headers, raw }: FastifyRequest): boolean =>
  headers.host === HOST && !(raw.socket instanceof Socket);

/** One program serves every server of this process; each rendering calls the API of its own. */
const callers = new AsyncLocalStorage<FetchApi>();

const fetchAsCaller: FetchApi = (address) => {
  const fetchApi = callers.getStore();
  if (!fetchApi) throw new Error('A page calls the API while nothing is rendered');
  return fetchApi(address);
};

export type RenderPage = (request: PageRequest) => Promise<RenderedPage>;

/**
 * Returns the renderer of pages with the data of this server's API, or undefined without a built program. The program is
 * loaded with the first page.
 */
export const createPageRenderer = (
  server: FastifyInstance,
  folder: string,
  given?: PageProgram,
): RenderPage | undefined => {
  const file = join(folder, PROGRAM);
  if (given === undefined && !existsSync(file)) return undefined;
  let program: PageProgram | undefined;
  const load = (): PageProgram => {
    const loaded = given ?? Program.parse(createRequire(import.meta.url)(file));
    loaded.connect(fetchAsCaller);
    return loaded;
  };
  /** In the language of the page, as browsers ask on it. */
  const fetchFor =
    ({ language, site }: PageRequest): FetchApi =>
    async (url) => {
      const inLanguage =
        language === site.language ? url : `${url}${url.includes('?') ? '&' : '?'}language=${language}`;
      const { statusCode, body } = await server.inject({ url: inLanguage, headers: { host: HOST } });
      return { status: statusCode, text: body };
    };
  return (request) => callers.run(fetchFor(request), () => (program ??= load()).render(request));
};

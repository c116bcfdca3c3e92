import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type PreparedResponse, prepareBytes } from '../endpoint/prepared-response.ts';
import { createResponseCache } from './response-cache.ts';

type Encoding = 'br' | 'gzip' | 'identity';

const BROTLI_QUALITY = 9;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const encodings: Record<Encoding, (html: Buffer) => Promise<Buffer>> = {
  br: (html) =>
    brotli(html, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
      },
    }),
  gzip: gzipped,
  identity: async (html) => html,
};

/** The best encoding that the client accepts. */
export const encodingFor = (accepted: string | undefined): Encoding =>
  (['br', 'gzip'] as const).find((encoding) => accepted?.includes(encoding)) ?? 'identity';

export interface PageResponses {
  /** The compressed page under this key, created once per version. */
  get(
    version: string | undefined,
    page: { key: string; encoding: Encoding; make: () => Promise<string> },
  ): PreparedResponse | Promise<PreparedResponse>;
}

export const createPageResponses = (): PageResponses => {
  const cache = createResponseCache();
  return {
    get: (version, { key, encoding, make }) => {
      const plain = () => cache.get(version, `identity ${key}`, async () => prepareBytes(Buffer.from(await make())));
      if (encoding === 'identity') return plain();
      return cache.get(version, `${encoding} ${key}`, async () =>
        prepareBytes(await encodings[encoding]((await plain()).body)),
      );
    },
  };
};

import type { FastifyInstance } from 'fastify';
import { OWN_WORDS } from '#contract/school/own-words-path.ts';
import type { OwnLanguage, OwnWords } from '#server/own-words.ts';
import { sendNotFound } from '../endpoint/error-handler.ts';
import { createPageResponses, encodingFor } from './page-responses.ts';

const NAME = /^(?<code>[a-z]{2,3})-(?<named>[\w-]+)\.json$/;

/** The address of what a school says in its own words in a language. */
export const ownWordsAddress = (code: string, { version }: OwnLanguage): string =>
  `${OWN_WORDS}${code}-${version}.json`;

/** Serves these words: every browser keeps them until they change. */
export const serveOwnWords = (app: FastifyInstance, ownWords: Pick<OwnWords, 'read'>): void => {
  const responses = createPageResponses();
  app.get<{ Params: { name: string } }>(`${OWN_WORDS}:name`, async (request, reply) => {
    const { code = '', named } = NAME.exec(request.params.name)?.groups ?? {};
    const { ownOf, version } = await ownWords.read();
    const own = ownOf(code);
    if (!own) return sendNotFound(request, reply);
    const encoding = encodingFor(request.headers['accept-encoding']);
    const make = async (): Promise<string> => JSON.stringify(own.words);
    const { body } = await responses.get(version, { key: code, encoding, make });
    if (encoding !== 'identity') void reply.header('content-encoding', encoding);
    return (
      reply
        .header('vary', 'accept-encoding')
        // The words may have changed since the page was sent.
        .header('cache-control', own.version === named ? 'public, max-age=31536000, immutable' : 'no-store')
        .type('application/json; charset=utf-8')
        .send(body)
    );
  });
};

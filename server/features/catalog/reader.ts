import {
  languageOfReader,
  LISTED_FIELDS,
  type ReaderLanguage,
  type ReaderTexts,
  readInLanguage,
} from '#server/database/translations.ts';
import type { PreparedResponse } from '#server/http/endpoint/prepared-response.ts';
import { createResponseCache } from '#server/http/page/response-cache.ts';
import type { Platform } from '#server/platform.ts';

/** For whom a public response is: the same for everybody in one language. */
export interface Reader {
  origin: string;
  language: ReaderLanguage;
}

/** A public request; the language is that of the page. */
export interface PublicRequest {
  origin: string;
  language: string | undefined;
}

/** The readers of public responses, which are cached until the topic changes. */
export const createReaders = ({ database, settings }: Pick<Platform, 'database' | 'settings'>, topic: string) => {
  const { db, topics } = database;
  const responses = createResponseCache();
  return {
    textsFor: ({ language }: Reader, courseIds: readonly string[], kind?: 'course'): Promise<ReaderTexts> =>
      readInLanguage(db, language, { courseIds, kind, fields: LISTED_FIELDS }),

    respond: async (
      { origin, language: asked }: PublicRequest,
      key: string,
      make: (reader: Reader) => Promise<PreparedResponse>,
    ): Promise<PreparedResponse> => {
      const language = await languageOfReader(db, await settings.languages(), { language: asked });
      return responses.get(topics.version(topic), `${origin} ${language ?? ''} ${key}`, () =>
        make({ origin, language }),
      );
    },
  };
};

import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { OwnWordChanges } from './own-words.ts';

export const ownWordsRoutes = (bind: Bind, words: OwnWordChanges): void => {
  bind(api.ownWords, {
    list: ({ params, query }) => words.list(params.language, query),
    save: async ({ actor, params, body, writer }) => ({
      sentence: await words.save(actor, params, body.text, await writer()),
    }),
    reset: async ({ actor, params }) => {
      await words.reset(actor, params);
      return {};
    },
  });
};

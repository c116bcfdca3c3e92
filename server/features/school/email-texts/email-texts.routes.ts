import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { EmailTextChanges } from './email-texts.ts';

export const emailTextsRoutes = (bind: Bind, texts: EmailTextChanges): void => {
  bind(api.emailTexts, {
    list: async () => ({ emailTexts: await texts.list() }),
    save: async ({ actor, params, body }) => ({ emailText: await texts.save(actor, params.id, body) }),
    reset: async ({ actor, params }) => ({ emailText: await texts.reset(actor, params.id) }),
    preview: ({ params, body }) => texts.preview(params.id, body),
    test: async ({ actor, params, body }) => ({ to: await texts.test(actor, params.id, body) }),
  });
};

import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { EmailTextChanges } from './email-texts.ts';

const said = messages.emailTexts;

export const emailTextsRoutes = (implement: Implement, texts: EmailTextChanges): void => {
  implement(api.emailTexts.list, async () => ({ message: said.fetched, emailTexts: await texts.list() }));

  implement(api.emailTexts.save, async ({ actor, params, body }) => ({
    message: said.saved,
    emailText: await texts.save(actor, params.id, body),
  }));

  implement(api.emailTexts.reset, async ({ actor, params }) => ({
    message: said.reset,
    emailText: await texts.reset(actor, params.id),
  }));

  implement(api.emailTexts.preview, async ({ params, body }) => ({
    message: said.shown,
    ...(await texts.preview(params.id, body)),
  }));

  implement(api.emailTexts.test, async ({ actor, params, body }) => ({
    message: said.sent,
    to: await texts.test(actor, params.id, body),
  }));
};

import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Attention } from './attention.ts';

export const attentionRoutes = (bind: Bind, attention: Attention): void => {
  bind(api.attention, {
    list: () => attention.list(),
  });
};

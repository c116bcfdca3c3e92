import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { SitePages } from './site-pages.ts';

export const sitePagesRoutes = (bind: Bind, pages: SitePages): void => {
  bind(api.sitePages, {
    read: async ({ params, query }) => ({ sitePage: await pages.read(params.slug, query) }),
    list: async () => ({ sitePages: await pages.list() }),
    create: async ({ body }) => ({ sitePage: await pages.create(body.title) }),
    preview: async ({ body }) => ({ content: await pages.preview(body.body) }),
    open: async ({ params }) => ({ sitePage: await pages.open(params.slug) }),
    save: async ({ params, body }) => ({ sitePage: await pages.save(params.slug, body) }),
    publish: async ({ params, body }) => ({ sitePage: await pages.publish(params.slug, body.asksAgain) }),
    remove: ({ params }) => pages.remove(params.slug),
  });

  bind(api.consents, {
    list: ({ actor }) => pages.consents.of(actor.id),
    accept: ({ actor, body }) => pages.consents.accept(actor.id, body.pages),
  });
};

import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { SitePages } from './site-pages.ts';

export const sitePagesRoutes = (implement: Implement, pages: SitePages): void => {
  const said = messages.sitePages;

  implement(api.sitePages.read, async ({ params }) => ({
    message: said.success,
    sitePage: await pages.read(params.slug),
  }));

  implement(api.sitePages.list, async () => ({ message: said.success, sitePages: await pages.list() }));

  implement(api.sitePages.create, async ({ body }) => ({
    message: said.created,
    sitePage: await pages.create(body.title),
  }));

  implement(api.sitePages.preview, async ({ body }) => ({
    message: said.success,
    content: await pages.preview(body.body),
  }));

  implement(api.sitePages.open, async ({ params }) => ({
    message: said.success,
    sitePage: await pages.open(params.slug),
  }));

  implement(api.sitePages.save, async ({ params, body }) => ({
    message: said.saved,
    sitePage: await pages.save(params.slug, body),
  }));

  implement(api.sitePages.publish, async ({ params, body }) => ({
    message: said.published,
    sitePage: await pages.publish(params.slug, body.asksAgain),
  }));

  implement(api.sitePages.remove, async ({ params }) => {
    await pages.remove(params.slug);
    return { message: said.removed };
  });

  implement(api.consents.list, async ({ actor }) => ({
    message: said.success,
    ...(await pages.consents.of(actor.id)),
  }));

  implement(api.consents.accept, async ({ actor, body }) => ({
    message: said.accepted,
    ...(await pages.consents.accept(actor.id, body.pages)),
  }));
};

import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Catalog } from './catalog.ts';

export const pageBlocksRoutes = (bind: Bind, { blocks, readBlocks }: Catalog): void => {
  bind(api.pageBlocks, {
    read: ({ params, query, origin }) => readBlocks(params.page, { origin, language: query.language }),
    open: ({ params }) => blocks.open(params.page),
    save: ({ params, body }) => blocks.save(params.page, body),
    preview: async ({ params, body, origin }) => ({ blocks: await blocks.preview(params.page, body.blocks, origin) }),
    addPicture: async ({ params, files }) => ({ picture: await blocks.addPicture(params.page, files.file) }),
  });
};

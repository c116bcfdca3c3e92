import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Catalog } from './catalog.ts';

export const pageBlocksRoutes = (implement: Implement, { blocks, readBlocks }: Catalog): void => {
  const { success, saved, pictureAdded } = messages.pageBlocks;

  implement(api.pageBlocks.read, ({ params, origin }) => readBlocks(params.page, origin));

  implement(api.pageBlocks.open, async ({ params }) => ({ message: success, ...(await blocks.open(params.page)) }));

  implement(api.pageBlocks.save, async ({ params, body }) => ({
    message: saved,
    ...(await blocks.save(params.page, body)),
  }));

  implement(api.pageBlocks.preview, async ({ params, body, origin }) => ({
    message: success,
    blocks: await blocks.preview(params.page, body.blocks, origin),
  }));

  implement(api.pageBlocks.addPicture, async ({ params, files }) => ({
    message: pictureAdded,
    picture: await blocks.addPicture(params.page, files.file),
  }));
};

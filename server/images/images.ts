import { fail } from '#server/errors.ts';
import { createRenderers, type Renderers } from './renderers.ts';

/** Everything that knows pictures: what a person uploads is always drawn anew, and only the new file is kept. */
export interface Images {
  /** A square WebP of 512 pixels. */
  toAvatar(path: string): Promise<Buffer>;
  /** A WebP of at most 1280 pixels in width. */
  toThumbnail(path: string): Promise<Buffer>;
  close(): Promise<void>;
}

/** Throws `not_an_image` for what cannot be drawn; a picture that takes too long is one of these. */
export const createImages = (renderers: Renderers = createRenderers()): Images => {
  const render = async (shape: 'avatar' | 'thumbnail', path: string): Promise<Buffer> => {
    const outcome = await renderers.render({ shape, path });
    if (outcome.kind === 'drawn') return outcome.bytes;
    throw outcome.kind === 'busy' ? fail('busy') : fail('not_an_image');
  };
  return {
    toAvatar: (path) => render('avatar', path),
    toThumbnail: (path) => render('thumbnail', path),
    close: () => renderers.close(),
  };
};

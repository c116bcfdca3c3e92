import { COVER_TYPES, COVER_WIDTHS } from '#contract/covers.ts';

interface CoverSource {
  type: string;
  srcSet: string;
}

/** The addresses of a thumbnail in every width and type that the server draws; none for what is no thumbnail. */
export const coverSources = (thumbnail: string): CoverSource[] => {
  const [, origin = '', name] = /^(.*)\/files\/thumbnails\/([a-z0-9]+)\.\w+$/.exec(thumbnail) ?? [];
  if (name === undefined) return [];
  return COVER_TYPES.map((type) => ({
    type: `image/${type}`,
    srcSet: COVER_WIDTHS.map((width) => `${origin}/covers/${name}-${width}.${type} ${width}w`).join(', '),
  }));
};

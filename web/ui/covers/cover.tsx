import { type RefObject, useEffect, useRef, useState } from 'react';
import { COVER_TYPES, COVER_WIDTHS } from '#contract/catalog/covers.ts';
import { type CoverArt, coverArt, type Shape } from './cover-art.ts';

function ShapeElement({ shape }: { shape: Shape }) {
  const { kind, ...attributes } = shape;
  const paint = 'stroke' in attributes ? { ...attributes, fill: 'none' } : attributes;
  if (kind === 'path') return <path {...paint} />;
  return kind === 'rect' ? <rect {...paint} /> : <circle {...paint} />;
}

function Art({ art, className }: { art: CoverArt; className: string }) {
  const { width, height, colours, shapes } = art;
  return (
    <svg
      className={className}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <rect width={width} height={height} fill={colours.ground} />
      {shapes.map((shape, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- shapes have no other name and never move
        <ShapeElement key={index} shape={shape} />
      ))}
    </svg>
  );
}

interface CoverProps {
  title: string;
  /** For screen readers, where no title is beside it. */
  alt?: string;
  /** The thumbnail; without one, or when it does not load, the cover is drawn from the title. */
  src?: string | null | undefined;
  /** For images above the fold. */
  isEager?: boolean;
  /** How wide it is on screen, as in HTML. Where it is left out: a column of a list of courses. */
  sizes?: string;
}

const IN_A_LIST = '(width >= 64rem) 24rem, (width >= 40rem) 45vw, 92vw';

/** The 16:9 image of a course. Hidden from screen readers without `alt`, because the title is beside it. */
export function Cover({ title, alt = '', src, isEager = false, sizes = IN_A_LIST }: CoverProps) {
  return <Picture {...{ title, alt, src, isEager, sizes }} className="cover" />;
}

interface PictureProps
  extends Required<Pick<CoverProps, 'title' | 'alt' | 'isEager' | 'sizes'>>, Pick<CoverProps, 'src'> {
  className: string;
  /** What is drawn; that of the title by default. */
  art?: CoverArt;
}

/** An uploaded image; without one, or when it does not load, what is drawn. */
function Picture({ title, alt, src, isEager, sizes, className, art }: PictureProps) {
  const { isBroken, imageProps } = useImageFallback(src);
  if (!src || isBroken) return <Art art={art ?? coverArt(title)} className={className} />;
  return (
    <picture className="contents">
      {coverSources(src).map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        className={className}
        src={src}
        alt={alt}
        width={1600}
        height={900}
        loading={isEager ? 'eager' : 'lazy'}
        fetchPriority={isEager ? 'high' : 'auto'}
        decoding="async"
        {...imageProps}
      />
    </picture>
  );
}

interface BookProps {
  title: string;
  /** The uploaded cover of a course. */
  src?: string | null | undefined;
  /** Width and height, and the size of the title. */
  className: string;
  hidesTitle?: boolean;
}

/** A decorative book: the title, with the uploaded cover or drawn art below. Hidden from screen readers. */
export function Book({ title, src, className, hidesTitle = false }: BookProps) {
  const art = coverArt(title, { width: 900, height: 900 });
  return (
    <div className={`book ${className}`} data-palette={art.palette} aria-hidden="true">
      {!hidesTitle && (
        <span className="book-title font-display block px-[12%] pt-[9%] pb-[8%] font-medium text-pretty leading-tight">
          <span className="-me-2 line-clamp-5 pe-2">{title}</span>
        </span>
      )}
      <Picture {...{ title, src, art }} alt="" isEager={false} sizes="15rem" className="book-picture" />
    </div>
  );
}

interface ImageFallback {
  /** Whether the image cannot be shown. */
  isBroken: boolean;
  /** For the `img`. */
  imageProps: { ref: RefObject<HTMLImageElement | null>; onError: () => void };
}

/** Notices an image that does not load, also one that had failed in a page from the server before React ran. */
export const useImageFallback = (src: string | null | undefined): ImageFallback => {
  const image = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState<string | null>();
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setBroken(src);
  }, [src]);
  return { isBroken: !src || src === broken, imageProps: { ref: image, onError: () => setBroken(src) } };
};

interface CoverSource {
  type: string;
  srcSet: string;
}

/** The addresses of a thumbnail in every width and type that the server draws; none for other images. */
export const coverSources = (thumbnail: string): CoverSource[] => {
  const [, origin = '', name] = /^(.*)\/files\/thumbnails\/([a-z0-9]+)\.\w+$/.exec(thumbnail) ?? [];
  if (name === undefined) return [];
  return COVER_TYPES.map((type) => ({
    type: `image/${type}`,
    srcSet: COVER_WIDTHS.map((width) => `${origin}/covers/${name}-${width}.${type} ${width}w`).join(', '),
  }));
};

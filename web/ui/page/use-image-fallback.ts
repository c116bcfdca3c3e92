import { type RefObject, useEffect, useRef, useState } from 'react';

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

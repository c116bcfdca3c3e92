interface PictureLook {
  /** The average, as `#RRGGBB`. */
  color: string;
  width: number;
  height: number;
}

/** The colour and the size of a picture; undefined where the browser cannot show it. */
export const lookOf = async (picture: Blob): Promise<PictureLook | undefined> => {
  const bitmap = await createImageBitmap(picture).catch(() => undefined);
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!bitmap || !context) return undefined;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 1, 1);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, 1, 1);
  const { width, height } = bitmap;
  bitmap.close();
  const channels = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  const color = `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`.toUpperCase();
  return { color, width, height };
};

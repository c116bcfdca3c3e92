/** The average colour of a picture as `#RRGGBB`; undefined where the browser cannot show it. */
export const averageColor = async (picture: Blob): Promise<string | undefined> => {
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
  bitmap.close();
  const channels = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`.toUpperCase();
};

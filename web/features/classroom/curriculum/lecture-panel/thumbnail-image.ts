import { type CoverArt, coverArt, type Shape } from '#web/ui/covers/cover-art.ts';

const WIDTH = 1280;
const JPEG_QUALITY = 0.9;

const toFile = async (canvas: HTMLCanvasElement): Promise<File> => {
  const { promise, resolve } = Promise.withResolvers<Blob | null>();
  canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY);
  const image = await promise;
  if (!image) throw new Error('the browser did not make an image');
  return new File([image], 'thumbnail.jpg', { type: image.type });
};

const drawOn = async (
  { width, height }: { width: number; height: number },
  draw: (context: CanvasRenderingContext2D) => void,
): Promise<File> => {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser cannot draw');
  draw(context);
  return toFile(canvas);
};

/** The frame that a video shows. Rejects when the video is of another origin that does not allow it. */
export const frameOf = (video: HTMLVideoElement): Promise<File> => {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, WIDTH / videoWidth);
  const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
  return drawOn({ width, height }, (context) => context.drawImage(video, 0, 0, width, height));
};

const outlineOf = (shape: Shape): Path2D => {
  const path = new Path2D(shape.kind === 'path' ? shape.d : undefined);
  if (shape.kind === 'rect') path.rect(shape.x, shape.y, shape.width, shape.height);
  if (shape.kind === 'circle') path.arc(shape.cx, shape.cy, shape.r, 0, 2 * Math.PI);
  return path;
};

const paint = (context: CanvasRenderingContext2D, { colours, shapes, width, height }: CoverArt): void => {
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, width, height);
  for (const shape of shapes) {
    const { fill, stroke, strokeWidth = 1, opacity = 1 } = shape;
    const outline = outlineOf(shape);
    context.globalAlpha = opacity;
    if (stroke === undefined) {
      context.fillStyle = fill ?? '#000';
      context.fill(outline);
    } else {
      context.strokeStyle = stroke;
      context.lineWidth = strokeWidth;
      context.stroke(outline);
    }
  }
};

/** The cover that is drawn from a title. */
export const coverOf = (title: string): Promise<File> => {
  const art = coverArt(title);
  const height = Math.round((WIDTH * art.height) / art.width);
  return drawOn({ width: WIDTH, height }, (context) => {
    context.scale(WIDTH / art.width, WIDTH / art.width);
    paint(context, art);
  });
};

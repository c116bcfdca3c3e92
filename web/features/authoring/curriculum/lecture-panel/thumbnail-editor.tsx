import { Trans, useLingui } from '@lingui/react/macro';
import { ImageUp, RotateCcw, ScanLine } from 'lucide-react';
import { type CoverArt, coverArt, type Shape } from '#web/ui/covers/cover-art.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { type LectureOfCourse, useShowSavedCourse } from '#web/features/authoring/curriculum/use-curriculum.ts';
import { deferred } from '#web/api/deferred.ts';

const WIDTH = 1280;
const JPEG_QUALITY = 0.9;

const toFile = async (canvas: HTMLCanvasElement): Promise<File> => {
  const { promise, resolve } = deferred<Blob | null>();
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
const frameOf = (video: HTMLVideoElement): Promise<File> => {
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
const coverOf = (title: string): Promise<File> => {
  const art = coverArt(title);
  const height = Math.round((WIDTH * art.height) / art.width);
  return drawOn({ width: WIDTH, height }, (context) => {
    context.scale(WIDTH / art.width, WIDTH / art.width);
    paint(context, art);
  });
};

interface ThumbnailEditorProps extends LectureOfCourse {
  /** The video that is shown above, once a frame of it is. */
  video: HTMLVideoElement | undefined;
}

/** The image that a lecture shows before it plays: a frame of the video, or the cover drawn from its title. */
export function ThumbnailEditor({ courseId, lecture, video }: ThumbnailEditorProps) {
  const { t } = useLingui();
  const showSaved = useShowSavedCourse(courseId);
  const params = { courseId, lectureId: lecture._id };
  /** Without a drawing, the thumbnail is the one that was made of the video. */
  const { start, isBusy } = useAction({
    run: async (draw: (() => Promise<File>) | undefined) =>
      draw
        ? call('PUT /courses/:courseId/lecture/:lectureId/thumbnail', {
            params,
            fields: {},
            files: { thumbnail: await draw() },
          })
        : call('DELETE /courses/:courseId/lecture/:lectureId/thumbnail', { params }),
    messages: { error: messages.authoring.thumbnailFailed },
    onSuccess: showSaved,
  });
  return (
    <details className="curriculum-more">
      <summary>
        <Trans>Change the thumbnail</Trans>
      </summary>
      <p className="meta mb-3">
        {video ? t`The frame shown above becomes the thumbnail.` : t`Play the video, and pause it at the frame to use.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          tone="quiet"
          size="small"
          isDisabled={!video || isBusy}
          onClick={() => video && void start(() => frameOf(video))}
        >
          <ScanLine size={16} aria-hidden="true" />
          <Trans>Use this frame</Trans>
        </Button>
        <Button tone="quiet" size="small" isDisabled={isBusy} onClick={() => void start(() => coverOf(lecture.title))}>
          <ImageUp size={16} aria-hidden="true" />
          <Trans>Use the drawn cover</Trans>
        </Button>
        {lecture.hasChosenThumbnail && (
          <Button tone="ghost" size="small" isDisabled={isBusy} onClick={() => void start(undefined)}>
            <RotateCcw size={16} aria-hidden="true" />
            <Trans context="thumbnail">Reset</Trans>
          </Button>
        )}
      </div>
    </details>
  );
}

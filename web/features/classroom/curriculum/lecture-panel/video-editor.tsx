import { useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { FileDrop } from '#web/ui/inputs/file-drop.tsx';
import { formatSize } from '#web/ui/text/format.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useVideoCheck, type VideoCheck } from '#web/features/classroom/uploads/check-video.ts';
import { UploadActions, UploadStatus } from '#web/features/classroom/uploads/upload-status.tsx';
import { uploads, useShownUpload, useUploads } from '#web/features/classroom/uploads/uploads.ts';
import type { LectureOfCourse } from '#web/features/classroom/curriculum/use-curriculum.ts';
import { RetryButton } from '#web/features/classroom/curriculum/curriculum-lecture.tsx';
import { ThumbnailEditor } from './thumbnail-editor.tsx';

const VideoState = ({ courseId, lecture }: LectureOfCourse) => {
  const { state, isPlayable, failure } = lecture;
  if (state === 'processing')
    return <p className="meta">Processing the video. {isPlayable && 'Learners can watch it meanwhile.'}</p>;
  if (state === 'ready') return null;
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 text-sm font-medium text-error">{failure}</p>
      <RetryButton courseId={courseId} lecture={lecture} />
    </div>
  );
};

interface PreviewProps extends Pick<LectureOfCourse, 'lecture'> {
  /** The video shows a frame instead of its poster. */
  onFrame: (video: HTMLVideoElement) => void;
}

const Preview = ({ lecture: { lecture, title, isPlayable, poster }, onFrame }: PreviewProps) =>
  isPlayable && (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- for who made it; learners watch it with captions
    <video
      // A new version of the lecture's files begins at its poster.
      key={lecture[0]?.secure_url}
      controls
      // Frames of a video from another origin can be drawn only if that allows it.
      crossOrigin="anonymous"
      preload={poster === null ? 'metadata' : 'none'}
      className="aspect-video w-full rounded-box bg-neutral"
      src={lecture[0]?.secure_url}
      poster={poster ?? undefined}
      aria-label={`Video of ${title}`}
      onTimeUpdate={({ currentTarget }) => onFrame(currentTarget)}
    />
  );

/** A picked file and its check. */
interface Picked {
  file: File;
  check: VideoCheck | undefined;
}

/** A new video for a lecture: checked when it is picked, uploaded after "Replace video". */
const Replacement = ({ courseId, lecture, onBegun }: LectureOfCourse & { onBegun: () => void }) => {
  const { maxUploadBytes } = useSite();
  const check = useVideoCheck();
  const [picked, setPicked] = useState<Picked>();
  const pick = async (file: File): Promise<void> => {
    setPicked({ file, check: undefined });
    const found = await check(file);
    setPicked((now) => (now?.file === file ? { file, check: found } : now));
  };
  const begin = (file: File): void => {
    uploads.add(courseId, file, { lectureId: lecture._id, title: lecture.title });
    onBegun();
  };
  return (
    <>
      <FileDrop
        label="Replace video"
        kind="video"
        accept="video/*"
        hint={`Captions are kept. Up to ${formatSize(maxUploadBytes)}`}
        file={picked?.file}
        onFile={(file) => file && file !== picked?.file && void pick(file)}
        error={picked?.check?.problem}
      />
      {picked?.check?.note && <p className="text-sm text-muted">{picked.check.note}</p>}
      {picked && (
        <div className="flex flex-wrap gap-3">
          {!picked.check?.problem && (
            <Button isBusy={picked.check === undefined} busyText="Checking" onClick={() => begin(picked.file)}>
              Upload video
            </Button>
          )}
          <Button tone="quiet" onClick={() => setPicked(undefined)}>
            Keep current video
          </Button>
        </div>
      )}
    </>
  );
};

/** The state of a lecture's video, and its replacement. */
export function VideoEditor({ courseId, lecture }: LectureOfCourse) {
  const heading = useRef<HTMLHeadingElement>(null);
  const running = useUploads().find(({ replaces, phase }) => replaces?.lectureId === lecture._id && phase !== 'done');
  const upload = useShownUpload(running?.key);
  const [shown, setShown] = useState<{ video: HTMLVideoElement; address: string | undefined }>();
  const address = lecture.lecture[0]?.secure_url;
  return (
    <section aria-labelledby={`video-${lecture._id}`} className="space-y-3">
      <h3 ref={heading} id={`video-${lecture._id}`} tabIndex={-1} className="sr-only">
        Video
      </h3>
      <Preview
        lecture={lecture}
        onFrame={(video) => setShown((now) => (now?.video === video ? now : { video, address }))}
      />
      <VideoState courseId={courseId} lecture={lecture} />
      {lecture.isPlayable && (
        <ThumbnailEditor
          courseId={courseId}
          lecture={lecture}
          video={shown?.address === address ? shown?.video : undefined}
        />
      )}
      {upload ? (
        <section aria-label="Upload" className="space-y-3 rounded-box border border-line p-4">
          <p className="font-medium wrap-anywhere">{upload.fileName}</p>
          <UploadStatus item={upload} />
          <UploadActions item={upload} />
          <p className="meta">Learners see the current video until this one is ready.</p>
        </section>
      ) : (
        <details className="curriculum-more">
          <summary>Replace the video</summary>
          <Replacement courseId={courseId} lecture={lecture} onBegun={() => heading.current?.focus()} />
        </details>
      )}
    </section>
  );
}

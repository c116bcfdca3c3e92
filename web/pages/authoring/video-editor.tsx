import { RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ManagedLecture } from '#contract/authoring.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/components/button.tsx';
import { FileDrop } from '#web/components/file-drop.tsx';
import { formatSize } from '#web/components/format.ts';
import { useSite } from '#web/components/site.tsx';
import { useSavedCourse } from '#web/pages/authoring/use-saved-course.ts';
import type { VideoCheck } from '#web/uploads/check-video.ts';
import { UploadActions } from '#web/uploads/upload-actions.tsx';
import { UploadStatus } from '#web/uploads/upload-status.tsx';
import { uploads } from '#web/uploads/uploads.ts';
import { useShownUpload, useUploads } from '#web/uploads/use-uploads.ts';
import { useVideoCheck } from '#web/uploads/use-video-check.ts';

interface VideoEditorProps {
  courseId: string;
  lecture: ManagedLecture;
}

const VideoState = ({
  lecture,
  onRetry,
  isBusy,
}: {
  lecture: ManagedLecture;
  onRetry: () => void;
  isBusy: boolean;
}) => {
  const { state, progressPercent, failure } = lecture;
  if (state === 'processing') {
    return (
      <div>
        <p className="text-sm">Preparing the video. {lecture.isPlayable && 'Learners can watch meanwhile.'}</p>
        <progress
          className="progress mt-2 block h-1.5 w-full text-primary"
          aria-label={`Preparing the video of ${lecture.title}`}
          value={progressPercent ?? 0}
          max={100}
        />
      </div>
    );
  }
  if (state === 'ready') return <p className="text-sm text-muted">The video is ready.</p>;
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 text-sm font-medium text-error">{failure}</p>
      <Button tone="quiet" size="small" isBusy={isBusy} onClick={onRetry}>
        <RotateCcw size={16} aria-hidden="true" />
        Try again
      </Button>
    </div>
  );
};

/** A file that was picked, and what was found when it was looked at. */
interface Picked {
  file: File;
  check: VideoCheck | undefined;
}

/** Another video for a lecture: looked at as soon as it is picked, sent when the person says so. */
const Replacement = ({ courseId, lecture, onBegun }: VideoEditorProps & { onBegun: () => void }) => {
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
        label="Another video"
        kind="video"
        accept="video/*"
        hint={`It takes the place of the one that is there. Captions stay. Up to ${formatSize(maxUploadBytes)}`}
        file={picked?.file}
        onFile={(file) => file && file !== picked?.file && void pick(file)}
        error={picked?.check?.problem}
      />
      {picked?.check?.note && <p className="text-sm text-muted">{picked.check.note}</p>}
      {picked && (
        <div className="flex flex-wrap gap-3">
          {!picked.check?.problem && (
            <Button isBusy={picked.check === undefined} busyText="Looking at it" onClick={() => begin(picked.file)}>
              Replace video
            </Button>
          )}
          <Button tone="quiet" onClick={() => setPicked(undefined)}>
            Keep the old one
          </Button>
        </div>
      )}
    </>
  );
};

/** What became of a lecture's video, and another one in its place. */
export function VideoEditor({ courseId, lecture }: VideoEditorProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const onItsWay = useUploads().find(({ replaces, phase }) => replaces?.lectureId === lecture._id && phase !== 'done');
  const upload = useShownUpload(onItsWay?.key);
  const showSaved = useSavedCourse(courseId);
  const retry = useAction({
    run: () =>
      call('POST /courses/:courseId/lecture/:lectureId/retry', { params: { courseId, lectureId: lecture._id } }),
    sentences: { error: messages.authoring.lectureFailed },
    onSuccess: () => showSaved(),
  });
  return (
    <section aria-labelledby={`video-${lecture._id}`} className="space-y-4 border-t border-line pt-6">
      <h3 ref={heading} id={`video-${lecture._id}`} tabIndex={-1} className="text-title outline-none">
        Video
      </h3>
      <VideoState lecture={lecture} isBusy={retry.isBusy} onRetry={() => void retry.start(undefined)} />
      {upload ? (
        <section aria-label="Upload" className="surface space-y-3 p-4">
          <p className="font-medium wrap-anywhere">{upload.fileName}</p>
          <UploadStatus item={upload} />
          <UploadActions item={upload} />
          <p className="meta">Learners watch the earlier video until this one is here.</p>
        </section>
      ) : (
        <Replacement courseId={courseId} lecture={lecture} onBegun={() => heading.current?.focus()} />
      )}
    </section>
  );
}

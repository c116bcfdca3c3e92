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
import type { VideoCheck } from '#web/uploads/check-video.ts';
import { UploadActions } from '#web/uploads/upload-actions.tsx';
import { UploadStatus } from '#web/uploads/upload-status.tsx';
import { uploads } from '#web/uploads/uploads.ts';
import { useShownUpload, useUploads } from '#web/uploads/use-uploads.ts';
import { useVideoCheck } from '#web/uploads/use-video-check.ts';
import { useShowSavedCourse } from './use-show-saved-course.ts';

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
        <p className="text-sm">Processing the video. {lecture.isPlayable && 'Learners can watch it meanwhile.'}</p>
        <progress
          className="progress mt-2 block h-1.5 w-full text-primary"
          aria-label={`Processing the video of ${lecture.title}`}
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

/** A picked file and its check. */
interface Picked {
  file: File;
  check: VideoCheck | undefined;
}

/** A new video for a lecture: checked when it is picked, uploaded after "Replace video". */
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
export function VideoEditor({ courseId, lecture }: VideoEditorProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const running = useUploads().find(({ replaces, phase }) => replaces?.lectureId === lecture._id && phase !== 'done');
  const upload = useShownUpload(running?.key);
  const showSaved = useShowSavedCourse(courseId);
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
          <p className="meta">Learners see the current video until this one is ready.</p>
        </section>
      ) : (
        <Replacement courseId={courseId} lecture={lecture} onBegun={() => heading.current?.focus()} />
      )}
    </section>
  );
}

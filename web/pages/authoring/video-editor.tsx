import { RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ManagedLecture } from '#contract/authoring.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/components/button.tsx';
import { FileDrop } from '#web/components/file-drop.tsx';
import { useSavedCourse } from '#web/pages/authoring/use-saved-course.ts';

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
        <p className="text-sm">Preparing the video. {lecture.isPlayable && 'Learners can watch it already.'}</p>
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

/** What became of a lecture's video, and another one in its place. */
export function VideoEditor({ courseId, lecture }: VideoEditorProps) {
  const params = { courseId, lectureId: lecture._id };
  const [file, setFile] = useState<File>();
  const [sent, setSent] = useState<number>();
  const stopping = useRef<AbortController>(undefined);
  const showSaved = useSavedCourse(courseId);
  const retry = useAction({
    run: () => call('POST /courses/:courseId/lecture/:lectureId/retry', { params }),
    sentences: { error: messages.authoring.lectureFailed },
    onSuccess: () => showSaved(),
  });
  const replacement = useAction({
    run: async (video: File) => {
      const controller = new AbortController();
      stopping.current = controller;
      setSent(0);
      return call('PUT /courses/:courseId/lecture/:lectureId/video', {
        params,
        fields: {},
        files: { lecture: video },
        signal: controller.signal,
        onProgress: setSent,
      }).finally(() => setSent(undefined));
    },
    sentences: { loading: messages.authoring.videoReplacing, error: messages.authoring.lectureFailed },
    onSuccess: async (saved) => {
      setFile(undefined);
      await showSaved(saved);
    },
  });
  return (
    <section aria-labelledby={`video-${lecture._id}`} className="space-y-4 border-t border-line pt-6">
      <h3 id={`video-${lecture._id}`} className="text-title">
        Video
      </h3>
      <VideoState lecture={lecture} isBusy={retry.isBusy} onRetry={() => void retry.start(undefined)} />
      <FileDrop
        label="Another video"
        kind="video"
        accept="video/*"
        hint="It takes the place of the one that is there. Captions stay."
        file={file}
        onFile={setFile}
      />
      {sent !== undefined && (
        <progress
          className="progress block h-1.5 w-full text-primary"
          aria-label="Upload progress"
          value={sent}
          max={1}
        />
      )}
      {file && (
        <div className="flex flex-wrap gap-3">
          <Button isBusy={replacement.isBusy} busyText="Replacing" onClick={() => void replacement.start(file)}>
            Replace video
          </Button>
          <Button
            tone="quiet"
            onClick={() => {
              stopping.current?.abort();
              setFile(undefined);
            }}
          >
            Keep the old one
          </Button>
        </div>
      )}
    </section>
  );
}

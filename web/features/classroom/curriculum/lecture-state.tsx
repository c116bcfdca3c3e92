import { RotateCcw } from 'lucide-react';
import type { ManagedLecture } from '#contract/authoring.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { useShowSavedCourse } from './use-show-saved-course.ts';

interface LectureStateProps {
  courseId: string;
  lecture: ManagedLecture;
}

/** Processes the video again. */
export function RetryButton({ courseId, lecture }: LectureStateProps) {
  const showSaved = useShowSavedCourse(courseId);
  const retry = useAction({
    run: () =>
      call('POST /courses/:courseId/lecture/:lectureId/retry', { params: { courseId, lectureId: lecture._id } }),
    messages: { error: messages.authoring.lectureFailed },
    onSuccess: () => showSaved(),
  });
  return (
    <Button tone="quiet" size="small" isBusy={retry.isBusy} onClick={() => void retry.start(undefined)}>
      <RotateCcw size={16} aria-hidden="true" />
      Try again
      <span className="sr-only"> {lecture.title}</span>
    </Button>
  );
}

/** What became of the video, and who can see the lecture. */
export function LectureState({ courseId, lecture }: LectureStateProps) {
  const { state, progressPercent, isDraft, isFreePreview } = lecture;
  const percent = progressPercent ?? 0;
  return (
    <span className="curriculum-state">
      {isFreePreview && <Badge>Free preview</Badge>}
      {state === 'processing' && (
        <>
          <span className="curriculum-progress" aria-hidden="true">
            <span style={{ width: `${percent}%` }} />
          </span>
          <span className="badge status-busy num">Processing {percent}%</span>
        </>
      )}
      {(state === 'failed' || state === 'needs_transcode') && (
        <>
          <RetryButton courseId={courseId} lecture={lecture} />
          <Badge tone="bad">Failed</Badge>
        </>
      )}
      {isDraft && <Badge>Draft</Badge>}
      {state === 'ready' && !isDraft && <Badge isGood>Ready</Badge>}
    </span>
  );
}

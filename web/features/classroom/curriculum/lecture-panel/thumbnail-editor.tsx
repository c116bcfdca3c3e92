import { ImageUp, RotateCcw, ScanLine } from 'lucide-react';
import type { ManagedLecture } from '#contract/authoring.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { useShowSavedCourse } from '#web/features/classroom/curriculum/use-show-saved-course.ts';
import { coverOf, frameOf } from './thumbnail-image.ts';

interface ThumbnailEditorProps {
  courseId: string;
  lecture: ManagedLecture;
  /** The video that is shown above, once a frame of it is. */
  video: HTMLVideoElement | undefined;
}

/** The image that a lecture shows before it plays: a frame of the video, or the cover drawn from its title. */
export function ThumbnailEditor({ courseId, lecture, video }: ThumbnailEditorProps) {
  const showSaved = useShowSavedCourse(courseId);
  const params = { courseId, lectureId: lecture._id };
  const saving = useAction({
    run: async (draw: () => Promise<File>) =>
      call('PUT /courses/:courseId/lecture/:lectureId/thumbnail', {
        params,
        fields: {},
        files: { thumbnail: await draw() },
      }),
    messages: { error: messages.authoring.thumbnailFailed },
    onSuccess: showSaved,
  });
  const reset = useAction({
    run: () => call('DELETE /courses/:courseId/lecture/:lectureId/thumbnail', { params }),
    messages: { error: messages.authoring.thumbnailFailed },
    onSuccess: showSaved,
  });
  const isBusy = saving.isBusy || reset.isBusy;
  return (
    <details className="curriculum-more">
      <summary>Change the thumbnail</summary>
      <p className="meta mb-3">
        {video ? 'The frame shown above becomes the thumbnail.' : 'Play the video, and pause it at the frame to use.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          tone="quiet"
          size="small"
          isDisabled={!video || isBusy}
          onClick={() => video && void saving.start(() => frameOf(video))}
        >
          <ScanLine size={16} aria-hidden="true" />
          Use this frame
        </Button>
        <Button
          tone="quiet"
          size="small"
          isDisabled={isBusy}
          onClick={() => void saving.start(() => coverOf(lecture.title))}
        >
          <ImageUp size={16} aria-hidden="true" />
          Use the drawn cover
        </Button>
        {lecture.hasChosenThumbnail && (
          <Button tone="ghost" size="small" isDisabled={isBusy} onClick={() => void reset.start(undefined)}>
            <RotateCcw size={16} aria-hidden="true" />
            Reset
          </Button>
        )}
      </div>
    </details>
  );
}

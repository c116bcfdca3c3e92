import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import type { LectureOfCourse } from '#web/features/authoring/curriculum/use-curriculum.ts';
import { messages } from '#contract/messages.ts';
import {
  FileState,
  ReplaceFile,
  type ReplaceWords,
} from '#web/features/authoring/curriculum/lecture-panel/replace-file.tsx';
import { ThumbnailEditor } from '#web/features/authoring/curriculum/lecture-panel/thumbnail-editor.tsx';

const useWords = (): ReplaceWords => {
  const { t } = useLingui();
  return {
    kind: 'video',
    open: t`Replace the video`,
    label: t`Replace video`,
    send: t`Upload video`,
    keep: t`Keep current video`,
    hint: t`Captions are kept.`,
    meanwhile: t`Learners see the current video until this one is ready.`,
    done: messages.authoring.videoReplaced,
  };
};

interface PreviewProps extends Pick<LectureOfCourse, 'lecture'> {
  /** The video shows a frame instead of its poster. */
  onFrame: (video: HTMLVideoElement) => void;
}

const Preview = ({ lecture: { lecture, title, isPlayable, poster }, onFrame }: PreviewProps) => {
  const { t } = useLingui();
  return (
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
        aria-label={t`Video of ${title}`}
        onTimeUpdate={({ currentTarget }) => onFrame(currentTarget)}
      />
    )
  );
};

/** The state of a lecture's video, and its replacement. */
export function VideoEditor({ courseId, lecture }: LectureOfCourse) {
  const words = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const [shown, setShown] = useState<{ video: HTMLVideoElement; address: string | undefined }>();
  const address = lecture.lecture[0]?.secure_url;
  return (
    <section aria-labelledby={`video-${lecture._id}`} className="space-y-3">
      <h3 ref={heading} id={`video-${lecture._id}`} tabIndex={-1} className="sr-only">
        <Trans>Video</Trans>
      </h3>
      <Preview
        lecture={lecture}
        onFrame={(video) => setShown((now) => (now?.video === video ? now : { video, address }))}
      />
      <FileState courseId={courseId} lecture={lecture} />
      {lecture.isPlayable && (
        <ThumbnailEditor
          courseId={courseId}
          lecture={lecture}
          video={shown?.address === address ? shown?.video : undefined}
        />
      )}
      <ReplaceFile courseId={courseId} lecture={lecture} words={words} onBegun={() => heading.current?.focus()} />
    </section>
  );
}

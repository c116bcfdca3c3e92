import { Film } from 'lucide-react';
import type { Lecture } from '#contract/lectures.ts';

const sentenceAbout = ({ state, failure }: Lecture): string => {
  if (state === 'processing') return 'This video is being processed. It will play here when it’s ready.';
  if (state === 'needs_transcode')
    return 'Browsers cannot play this video format. The school needs to convert it first.';
  return failure ?? 'This video cannot be played. The school needs to upload it again.';
};

/** Shown instead of the player while there is no playable video. */
export const VideoState = ({ lecture }: { lecture: Lecture }) => (
  <div className="grid aspect-video place-content-center justify-items-center gap-4 bg-neutral p-6 text-center text-neutral-content">
    <Film size={22} aria-hidden="true" />
    <output>{sentenceAbout(lecture)}</output>
    {lecture.state === 'processing' && (
      <progress
        className="progress h-1.5 w-48"
        aria-label="Processing the video"
        {...(lecture.progressPercent === null ? {} : { value: lecture.progressPercent })}
        max={100}
      />
    )}
  </div>
);

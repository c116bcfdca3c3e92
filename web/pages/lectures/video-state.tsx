import { Film } from 'lucide-react';
import type { Lecture } from '#contract/lectures.ts';

const sentenceAbout = ({ state, failure }: Lecture): string => {
  if (state === 'processing') return 'This video is being prepared. It starts to play here as soon as it is ready.';
  if (state === 'needs_transcode')
    return 'Browsers cannot play this video as it is. The school has to convert it first.';
  return failure ?? 'This video cannot be played. The school has to add it again.';
};

/** In the place of the player, while there is nothing that a browser can play. */
export const VideoState = ({ lecture }: { lecture: Lecture }) => (
  <div className="grid aspect-video place-content-center justify-items-center gap-4 bg-neutral p-6 text-center text-neutral-content">
    <Film size={22} aria-hidden="true" />
    <output>{sentenceAbout(lecture)}</output>
    {lecture.state === 'processing' && (
      <progress
        className="progress h-1.5 w-48"
        aria-label="Preparing the video"
        {...(lecture.progressPercent === null ? {} : { value: lecture.progressPercent })}
        max={100}
      />
    )}
  </div>
);

import { Film } from 'lucide-react';
import type { Lecture } from '#contract/lectures.ts';
import { isAvailable } from '#web/features/classroom/lecture-source.ts';
import { useDeviceName } from '#web/ui/use-media.ts';

const sentenceAbout = (lecture: Lecture, device: string): string => {
  const { state, failure } = lecture;
  if (!isAvailable(lecture)) return `This lecture is not kept on this ${device}. It opens when you’re back online.`;
  if (state === 'processing') return 'This video is being processed. It will play here when it’s ready.';
  if (state === 'needs_transcode')
    return 'Browsers cannot play this video format. The school needs to convert it first.';
  return failure ?? 'This video cannot be played. The school needs to upload it again.';
};

/** Shown instead of the player while there is no playable video. */
export const VideoState = ({ lecture }: { lecture: Lecture }) => {
  const device = useDeviceName();
  return (
    <div className="grid aspect-video place-content-center justify-items-center gap-4 bg-neutral p-6 text-center text-neutral-content">
      <Film size={22} aria-hidden="true" />
      <output>{sentenceAbout(lecture, device)}</output>
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
};

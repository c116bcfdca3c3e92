import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Film } from 'lucide-react';
import type { ComponentProps } from 'react';
import { preload } from 'react-dom';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { LecturePlayer } from '#web/features/classroom/player/lecture-player.tsx';
import { useDeviceName } from '#web/ui/use-media.ts';
import { isPlayed, mediumOf } from '#contract/classroom/kind-facts.ts';
import { kinds } from '#web/features/kinds/kinds.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

type Opened = Pick<Lecture, 'lecture' | 'isPlayable' | 'lockedBy'>;

/** Whether it can be opened, also to say why it is locked: without a connection, only lectures on the device have an address. */
export const isAvailable = ({ lecture, isPlayable, lockedBy }: Opened): boolean =>
  lockedBy !== null || lecture.length > 0 || isPlayable;

const sentenceAbout = (lecture: Lecture, device: string, { _ }: Language): string => {
  const { kind, state, failure } = lecture;
  const medium = _(mediumOf(kind) ?? 'video');
  const { forVisitors } = kinds[kind];
  if (!isAvailable(lecture))
    return _(msg`This lecture is not downloaded to this ${device}. It opens when you’re back online.`);
  // A visitor has no attempts.
  if (forVisitors !== undefined) return _(forVisitors);
  if (state === 'processing') return _(msg`This ${medium} is being processed. It will play here when it’s ready.`);
  if (state === 'needs_transcode')
    return _(msg`Browsers cannot play this ${medium} format. The school needs to convert it first.`);
  return failure ?? _(msg`This ${medium} cannot be played. The school needs to upload it again.`);
};

const NotPlayable = ({ lecture }: { lecture: Lecture }) => {
  const { t } = useLingui();
  return (
    <div className="grid aspect-video place-content-center justify-items-center gap-4 bg-neutral p-6 text-center text-neutral-content">
      <Film size={22} aria-hidden="true" />
      <output>{sentenceAbout(lecture, useDeviceName(), useLanguage())}</output>
      {lecture.state === 'processing' && (
        <progress
          className="progress h-1.5 w-48"
          aria-label={t`Processing the video`}
          {...(lecture.progressPercent === null ? {} : { value: lecture.progressPercent })}
          max={100}
        />
      )}
    </div>
  );
};

/** The player of a lecture, or why there is none. */
export const LectureVideo = (props: ComponentProps<typeof LecturePlayer>) => {
  const { lecture } = props;
  if (!lecture.isPlayable || !isPlayed(lecture.kind)) return <NotPlayable lecture={lecture} />;
  // Before the parts of the page whose code is loaded when they are drawn.
  if (lecture.poster !== null) preload(lecture.poster, { as: 'image', fetchPriority: 'high' });
  return <LecturePlayer {...props} />;
};

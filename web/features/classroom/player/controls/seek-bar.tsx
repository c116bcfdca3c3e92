import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type PointerEvent, useState } from 'react';
import { formatPosition } from '#contract/format.ts';
import type { Chapter } from '#contract/classroom/chapters.ts';
import { useControls } from '#web/features/classroom/player/use-player.ts';
import { chapterAt } from '#web/features/classroom/player/stream/quality-menu.ts';
import { type Thumbnail, thumbnailAt, useStoryboard } from '#web/features/classroom/player/stream/storyboard.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** 254 → "4 minutes 14 seconds", for screen readers. */
const spokenTime = (seconds: number, { _ }: Language): string => {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const said = [
    hours > 0 && _(msg({ message: plural(hours, { one: '# hour', other: '# hours' }) })),
    minutes > 0 && _(msg({ message: plural(minutes, { one: '# minute', other: '# minutes' }) })),
    (rest > 0 || whole === 0) && _(msg({ message: plural(rest, { one: '# second', other: '# seconds' }) })),
  ];
  return said.filter(Boolean).join(' ');
};

export const percentOf = (part: number, whole: number) => `${whole > 0 ? Math.min(100, (part / whole) * 100) : 0}%`;

const StoryboardImage = ({ thumbnail }: { thumbnail: Thumbnail }) => {
  const { address, x, y, width, height } = thumbnail;
  return (
    <span
      className="block max-w-full rounded-sm"
      style={{ width, height, backgroundImage: `url("${address}")`, backgroundPosition: `-${x}px -${y}px` }}
    />
  );
};

/** The image, chapter and time under the pointer. */
const Preview = ({ at, thumbnails }: { at: number; thumbnails: readonly Thumbnail[] }) => {
  const { props, durationSeconds } = useControls();
  const { chapters } = props.lecture;
  const thumbnail = thumbnailAt(thumbnails, at);
  const chapter = chapters[chapterAt(chapters, at)];
  return (
    <div
      className="pointer-events-none absolute bottom-[calc(100%+0.25rem)] left-[clamp(5.5rem,var(--at),100%-5.5rem)] grid max-w-56 -translate-x-1/2 justify-items-center gap-0.5 rounded-field bg-[oklch(20%_0.02_212/0.92)] p-1.5 text-center text-xs"
      style={{ '--at': percentOf(at, durationSeconds) }}
      aria-hidden="true"
    >
      {thumbnail && <StoryboardImage thumbnail={thumbnail} />}
      {chapter && <span className="leading-[1.3] font-medium wrap-anywhere">{chapter.title}</span>}
      <span className="num">{formatPosition(at * 1000)}</span>
    </div>
  );
};

/** The center of the thumb does not reach the ends of its track, and neither do the marks. */
const Marks = () => {
  const { props, durationSeconds } = useControls();
  return (
    <div className="pointer-events-none absolute inset-x-[0.4375rem] inset-y-0" aria-hidden="true">
      {props.lecture.chapters
        .filter(({ startMs }) => startMs > 0 && startMs < durationSeconds * 1000)
        .map(({ startMs }) => (
          <span
            key={startMs}
            className="absolute top-[calc(50%-var(--bar-height,6px)/2)] left-(--at) h-[var(--bar-height,6px)] w-[3px] bg-[oklch(20%_0.02_212)]"
            style={{ '--at': percentOf(startMs / 1000, durationSeconds) }}
          />
        ))}
    </div>
  );
};

const CATCH_SHARE = 0.015;

/** The start of a chapter catches a finger that comes near. */
const caught = (seconds: number, chapters: readonly Chapter[], durationSeconds: number): number =>
  chapters
    .map(({ startMs }) => startMs / 1000)
    .find((start) => Math.abs(start - seconds) <= durationSeconds * CATCH_SHARE) ?? seconds;

/** Shows played and loaded ranges, chapters, and a preview under the pointer. */
export const SeekBar = () => {
  const { t } = useLingui();
  const language = useLanguage();
  const { state, actions, stream, durationSeconds, props } = useControls();
  const { seconds, bufferedSeconds } = state;
  const { chapters } = props.lecture;
  const [pointed, setPointed] = useState<{ at: number; isFinger: boolean }>();
  const { thumbnails, wanted } = useStoryboard(stream.lecture.storyboard);
  const chapter = chapters[chapterAt(chapters, seconds)];
  const point = ({ currentTarget, clientX, pointerType }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const fraction = Math.min(1, Math.max(0, (clientX - left) / Math.max(width, 1)));
    wanted();
    setPointed({ at: fraction * durationSeconds, isFinger: pointerType !== 'mouse' });
  };
  const leave = () => setPointed(undefined);
  return (
    <div
      className="player-seek"
      data-dragged={pointed?.isFinger}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={leave}
      onPointerCancel={leave}
      onPointerUp={(event) => event.pointerType !== 'mouse' && leave()}
    >
      <input
        type="range"
        className="player-range"
        aria-label={t`Seek`}
        aria-valuetext={[
          t`${{ place: spokenTime(seconds, language) }} of ${{ length: spokenTime(durationSeconds, language) }}`,
          ...(chapter ? [chapter.title] : []),
        ].join(', ')}
        min={0}
        max={Math.max(durationSeconds, 0.1)}
        step={0.1}
        value={Math.min(seconds, durationSeconds)}
        onChange={({ currentTarget: { valueAsNumber } }) =>
          actions.seekTo(pointed?.isFinger ? caught(valueAsNumber, chapters, durationSeconds) : valueAsNumber)
        }
        style={{
          '--played': percentOf(seconds, durationSeconds),
          '--buffered': percentOf(bufferedSeconds, durationSeconds),
        }}
      />
      <Marks />
      {pointed && durationSeconds > 0 && (
        <Preview
          at={pointed.isFinger ? caught(pointed.at, chapters, durationSeconds) : pointed.at}
          thumbnails={thumbnails}
        />
      )}
    </div>
  );
};

import { Trans } from '@lingui/react/macro';
import { type ComponentProps, Suspense, useEffect, useEffectEvent } from 'react';
import { Lock } from 'lucide-react';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { formatSpan } from '#contract/format.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { useQuizLinks } from '#web/features/quizzes/quiz-links.ts';
import { lockWords } from './lecture-list/lock-words.ts';
import { LectureVideo } from './lecture-video.tsx';
import type { ProgressReporter } from './progress/progress-reporter.ts';
import { kinds } from '#web/features/kinds/kinds.ts';
import '#web/features/kinds/kinds.css';
import { useLanguage } from '#web/ui/language/language.tsx';

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Opens by itself when its day comes. */
const useOpening = (opensAt: string | null, reload: () => Promise<unknown>): number => {
  const nowMs = useNow();
  const open = useEffectEvent(() => void reload().catch(() => undefined));
  useEffect(() => {
    if (opensAt === null) return undefined;
    const timer = setTimeout(open, Math.min(LONGEST_TIMER_MS, Math.max(1000, Date.parse(opensAt) - serverNow())));
    return () => clearTimeout(timer);
  }, [opensAt]);
  return opensAt === null ? 0 : Date.parse(opensAt) - nowMs;
};

const FirstLink = ({ lockedBy }: Pick<Lecture, 'lockedBy'>) => {
  const first = lockedBy && 'lectureId' in lockedBy ? lockedBy : undefined;
  const links = useQuizLinks(first?.lectureId ?? '');
  if (!first) return null;
  return (
    <LinkButton to={links.start}>
      {'left' in first ? <Trans>Open that lecture</Trans> : <Trans>Open the quiz</Trans>}
    </LinkButton>
  );
};

const LockedStage = ({ lecture, reload }: Pick<LectureStageProps, 'lecture' | 'reload'>) => {
  const language = useLanguage();
  const { timeZone } = useSite();
  const leftMs = useOpening(lecture.opensAt, reload);
  return (
    <div className="grid aspect-video place-content-center justify-items-center gap-4 bg-neutral p-6 text-center text-neutral-content">
      <Lock size={22} aria-hidden="true" />
      <output>
        {lockWords(lecture, timeZone, language)}
        {leftMs > 0 && (
          <span className="block text-sm opacity-80">
            <Trans>in {{ span: formatSpan(leftMs, Math.ceil, language.locale) }}</Trans>
          </span>
        )}
      </output>
      <FirstLink lockedBy={lecture.lockedBy} />
    </div>
  );
};

interface LectureStageProps extends ComponentProps<typeof LectureVideo> {
  /** Undefined for a visitor, of whom nothing is measured. */
  reporter?: ProgressReporter | undefined;
  reload: () => Promise<unknown>;
}

const Opened = ({ reporter, reload, ...player }: LectureStageProps) => {
  const { course, lecture } = player;
  if (lecture.lockedBy) return <LockedStage lecture={lecture} reload={reload} />;
  const { Stage, forVisitors } = kinds[lecture.kind];
  if (Stage && lecture.isPlayable && (course || forVisitors === undefined))
    return (
      <Stage
        key={lecture._id}
        {...{ course, lecture, reporter, reload }}
        next={player.next}
        watermark={player.watermark?.text}
      />
    );
  return <LectureVideo {...player} />;
};

/** What is played, read or attended of a lecture. While the code of its kind loads, its place is as high as a video's. */
export const LectureStage = (props: LectureStageProps) => (
  <Suspense fallback={<div className="aspect-video w-full" />}>
    <Opened {...props} />
  </Suspense>
);

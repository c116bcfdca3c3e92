import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { BookOpen } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import type { RichText as Blocks } from '#contract/rich-text.ts';
import type { StageProps } from '#web/features/kinds/kind.ts';
import { LoadingNote, QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { formatLength } from '#contract/format.ts';
import { lectureTextQuery } from './lecture-text.ts';
import { useReading } from '#web/features/kinds/use-reading.ts';
import { useLocale } from '#web/ui/language/language.tsx';
import { WrittenIn } from '#web/ui/language/written-in.tsx';

type TextStageProps = Pick<StageProps, 'lecture' | 'reporter'> & {
  blocks: Blocks;
  /** Where it is not that of the page. */
  language?: string | null;
};

/** Which share of an element was scrolled into sight, from 0 to 1. */
const sightOf = (element: HTMLElement): { from: number; to: number } => {
  const { top, height } = element.getBoundingClientRect();
  const share = (y: number): number => (height === 0 ? 1 : Math.min(1, Math.max(0, (y - top) / height)));
  return { from: share(0), to: share(window.innerHeight) };
};

const END_FROM = 0.99;

/** Follows how far the text is scrolled, and begins where its reader stopped. */
const useScrolledText = ({ lecture, reporter }: Pick<TextStageProps, 'lecture' | 'reporter'>) => {
  const text = useRef<HTMLDivElement>(null);
  const [readShare, setReadShare] = useState(0);
  const see = useReading(lecture, reporter);
  const durationMs = lecture.durationMs ?? 0;
  const resumeShare =
    durationMs === 0 || lecture.progress?.isDone ? 0 : (lecture.progress?.resumeAtMs ?? 0) / durationMs;

  const look = useEffectEvent(() => {
    if (!text.current) return;
    const { from, to } = sightOf(text.current);
    const range: [number, number] = [Math.floor(from * durationMs), Math.ceil(to * durationMs)];
    setReadShare(to);
    see({ positionMs: range[0], range, hasEnded: to >= END_FROM });
  });
  const [search] = useSearchParams();
  const part = search.get('part');
  const scrollTo = useEffectEvent((found: string) => {
    text.current
      ?.querySelector('.rich-text')
      ?.children[Number(found)]?.scrollIntoView({ block: 'center', behavior: 'instant' });
  });
  // A search leads to it.
  useEffect(() => {
    if (part !== null) scrollTo(part);
  }, [part]);
  const resume = useEffectEvent(() => {
    if (part !== null || resumeShare === 0 || !text.current) return;
    const { top, height } = text.current.getBoundingClientRect();
    window.scrollTo({ top: window.scrollY + top + height * resumeShare, behavior: 'instant' });
  });
  useEffect(() => {
    resume();
    look();
    const onScroll = () => look();
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('resize', onScroll);
    return () => {
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('resize', onScroll);
    };
  }, []);
  return { text, readShare };
};

/** With how much of it is left to read. */
const Text = ({ blocks, language = null, ...props }: TextStageProps) => {
  const { t } = useLingui();
  const locale = useLocale();
  const { lecture } = props;
  const { text, readShare } = useScrolledText(props);
  const durationMs = lecture.durationMs ?? 0;
  const leftMs = durationMs * (1 - readShare);
  return (
    <section aria-label={t`Text: ${{ title: lecture.title }}`} className="reading-stage">
      <p className="reading-bar">
        <BookOpen size={18} aria-hidden="true" />
        <span className="font-semibold text-base-content">
          <Trans>Reading</Trans>
        </span>
        {formatLength(durationMs, locale)}
        {leftMs >= 60_000 && readShare > 0.05 && (
          <>
            , <Trans>{{ length: formatLength(leftMs, locale) }} left</Trans>
          </>
        )}
        <progress className="reading-progress" value={readShare} max={1} aria-label={t`Read`} />
      </p>
      <div ref={text} className="reading-text" lang={language ?? undefined}>
        {language !== null && <WrittenIn language={language} />}
        <RichText blocks={blocks} heading="h2" />
      </div>
    </section>
  );
};

const TextSkeleton = () => (
  <div className="reading-stage p-5">
    <LoadingNote>
      <Trans>Loading the text</Trans>
    </LoadingNote>
    <Skeleton className="aspect-video w-full" />
  </div>
);

const LoadedText = ({ courseId, ...props }: Omit<TextStageProps, 'blocks' | 'language'> & { courseId: string }) => {
  const query = useQuery(lectureTextQuery(courseId, props.lecture._id));
  return (
    <QueryBoundary query={query} skeleton={<TextSkeleton />} failure={messages.lectures.broken} messageClass="p-5">
      {({ text, language }) => <Text {...props} blocks={text} language={language} />}
    </QueryBoundary>
  );
};

/** A text. Free previews and downloads bring what it says, and a course has it by itself. */
export const TextStage = ({ course, lecture, reporter }: StageProps) =>
  course === undefined || lecture.text ? (
    <Text {...{ lecture, reporter }} blocks={lecture.text ?? []} />
  ) : (
    <LoadedText {...{ lecture, reporter }} courseId={course._id} />
  );

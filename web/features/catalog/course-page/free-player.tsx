import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { messages } from '#contract/messages.ts';
import { freeLectureQuery } from '#web/api/lecture-queries.ts';
import type { PlayerHandle } from '#web/features/classroom/player/player-actions.ts';
import { QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { LectureVideo } from '#web/features/classroom/lecture-video.tsx';

interface FreePlayerProps {
  courseId: string;
  lecture: { _id: string; title: string };
  /** Stands in the place of the video until it is there. */
  waits: ReactNode;
  /** Stands under the video once it has ended. */
  children: ReactNode;
}

/** Plays a lecture that anyone may watch, in the page of its course. */
export default function FreePlayer({ courseId, lecture: { _id: lectureId, title }, waits, children }: FreePlayerProps) {
  const queryClient = useQueryClient();
  const { t } = useLingui();
  const query = useQuery(freeLectureQuery(courseId, lectureId));
  const renewLecture = async () => (await queryClient.fetchQuery(freeLectureQuery(courseId, lectureId))).lecture;
  const [player, setPlayer] = useState<PlayerHandle | null>(null);
  const [hasEnded, setEnded] = useState(false);
  const place = useRef<HTMLElement>(null);
  const after = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  useEffect(() => {
    const end = (): void => setEnded(true);
    player?.video.addEventListener('ended', end);
    return () => player?.video.removeEventListener('ended', end);
  }, [player]);
  useEffect(() => {
    if (hasEnded && !document.fullscreenElement) after.current?.scrollIntoView({ block: 'nearest' });
  }, [hasEnded]);
  return (
    <section ref={place} tabIndex={-1} aria-label={t`Free preview: ${title}`} className="outline-none">
      <QueryBoundary
        query={query}
        skeleton={waits}
        failure={messages.courses.broken}
        notFound={{ action: null, message: t`This lecture is not a free preview, or it no longer exists.` }}
      >
        {({ lecture }) => <LectureVideo {...{ lecture, renewLecture }} startsPlaying onReady={setPlayer} />}
      </QueryBoundary>
      <output ref={after} className="block">
        {hasEnded && children}
      </output>
    </section>
  );
}

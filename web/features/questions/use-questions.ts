import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Course } from '#contract/catalog/catalog.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import type { Question, QuestionOrder } from '#contract/classroom/questions.ts';
import { call } from '#web/api/call.ts';
import { invalidate } from '#web/api/query.ts';
import { questionQuery, questionsQuery } from '#web/api/question-queries.ts';
import { readStored, store } from '#web/api/browser-storage.ts';
import { orOffline } from '#web/features/classroom/offline/or-offline.ts';
import { useSession } from '#web/app/session/use-session.ts';
import type { PlayerHandle } from '#web/features/classroom/player/player-actions.ts';
import { useSite } from '#web/ui/page/site.tsx';

const PAGE = 50;
const PAGES_MAX = 2;

/** A question that is being written. Stored in the browser, so that its names cannot change freely. */
export interface QuestionDraft {
  /** Null for no moment. */
  atMs: number | null;
  text: string;
  isPrivate: boolean;
}

export const isDraft = (value: unknown): value is QuestionDraft =>
  typeof value === 'object' &&
  value !== null &&
  'atMs' in value &&
  (value.atMs === null || typeof value.atMs === 'number') &&
  'text' in value &&
  typeof value.text === 'string' &&
  'isPrivate' in value &&
  typeof value.isPrivate === 'boolean';

/** The draft of the open lecture, stored at every change until it is sent or cancelled. */
const useDraft = (lectureId: string) => {
  const key = `question-draft ${useSession()?.user._id ?? ''} ${lectureId}`;
  const read = () => {
    const stored = readStored(key);
    return { key, draft: isDraft(stored) ? stored : undefined };
  };
  const [known, setKnown] = useState(read);
  if (known.key !== key) setKnown(read);
  const setDraft = (draft: QuestionDraft | undefined): void => {
    setKnown({ key, draft });
    store(key, draft);
  };
  return [known.draft, setDraft] as const;
};

/** The question in the address, to which a link leads. */
const useChosen = () => {
  const [search, setSearch] = useSearchParams();
  const choose = (questionId: string): void =>
    setSearch(
      (before) => {
        before.set('question', questionId);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return { chosen: search.get('question') ?? undefined, choose };
};

interface Place {
  course: Pick<Course, '_id'>;
  lecture: Pick<Lecture, '_id'>;
  player: PlayerHandle | null;
}

/** Without a connection, those of the download. */
const questionsOrOffline = (params: Record<'courseId' | 'lectureId', string>, order: QuestionOrder, limit: number) => ({
  ...questionsQuery(params, order, limit),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    orOffline(
      () => call('GET /courses/:courseId/lectures/:lectureId/questions', { params, query: { order, limit }, signal }),
      async () => {
        const { offlineQuestions } = await import('#web/features/classroom/offline/offline-notes-and-questions.ts');
        return offlineQuestions(params.lectureId, order);
      },
    ),
});

/** The questions about the open lecture, and the one that is being written. Nothing is fetched where they are off. */
export const useQuestions = ({ course, lecture, player }: Place) => {
  const areOn = useSite().community.questions;
  const queryClient = useQueryClient();
  const [order, setOrder] = useState<QuestionOrder>('moment');
  const [pages, setPages] = useState(1);
  const place = { courseId: course._id, lectureId: lecture._id };
  const query = useQuery({ ...questionsOrOffline(place, order, PAGE * pages), enabled: areOn });
  const [draft, setDraft] = useDraft(lecture._id);
  const now = (): number => Math.floor((player?.video.currentTime ?? 0) * 1000);
  return {
    ...place,
    ...useChosen(),
    areOn,
    query,
    /** Undefined where questions are off. */
    count: areOn ? (query.data?.total ?? 0) : undefined,
    order,
    setOrder,
    more: pages < PAGES_MAX ? () => setPages(pages + 1) : undefined,
    player,
    draft,
    now,
    begin: (): void => {
      player?.actions.leaveFullscreen();
      if (!draft) setDraft({ atMs: now(), text: '', isPrivate: false });
    },
    changeDraft: (change: Partial<QuestionDraft>): void => {
      if (draft) setDraft({ ...draft, ...change });
    },
    endDraft: (): void => setDraft(undefined),
    /** One that was not sent is written again. */
    edit: ({ atMs, text, isPrivate }: QuestionDraft): void => setDraft({ atMs, text, isPrivate }),
    seekTo: (atMs: number): void => player?.actions.seekTo(atMs / 1000),
    /** Shows a question as the server returned it. */
    update: (question: Question): void => {
      queryClient.setQueryData(questionQuery(question._id).queryKey, { success: true, message: '', question });
      void invalidate(queryClient, [['questions', 'list', lecture._id]]);
    },
    refresh: (): void => void invalidate(queryClient, [['questions', 'list', lecture._id]]),
  };
};

export type LectureQuestions = ReturnType<typeof useQuestions>;

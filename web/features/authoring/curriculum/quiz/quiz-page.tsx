import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { isPlayed } from '#contract/classroom/kind-facts.ts';
import { useQuery } from '@tanstack/react-query';
import { Eye, Plus, Upload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import type { EditedQuiz } from '#contract/classroom/quiz-fields.ts';
import { download } from '#web/api/call.ts';
import { managedCourseQuery } from '#web/api/authoring-queries.ts';
import { editedQuizQuery, type QuizOfCourse } from '#web/api/quiz-editing-queries.ts';
import { useExport } from '#web/ui/table/export.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { useCoursePages } from '#web/app/session/course-pages.ts';
import { useCourseId } from '#web/app/session/guard.tsx';
import type { ManagedCourseData } from '#web/features/authoring/curriculum/use-curriculum.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { LoadingNote, QueryBoundary, RowsSkeleton, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { Badge } from '#web/ui/panel.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { AttemptView } from './attempt-view.tsx';
import { ImportDialog } from './import-dialog.tsx';
import type { OpenQuestion } from './question-editor.tsx';
import { QuizEditor } from './quiz-editor.tsx';
import { QuizPeople } from './quiz-people.tsx';
import { Results } from './results.tsx';

interface QuizProps {
  place: QuizOfCourse;
  quiz: EditedQuiz;
  managed: ManagedCourseData | undefined;
}

const exportName = { gift: 'quiz.gift', json: 'quiz.json' } as const;

const useQuizExport = (place: QuizOfCourse, format: 'gift' | 'json') =>
  useExport({
    run: () =>
      download('GET /courses/:courseId/lectures/:lectureId/quiz/export', exportName[format], {
        params: { ...place },
        query: { format },
      }),
    isFiltered: false,
  });

const About = ({ place, quiz, managed }: QuizProps) => {
  const { t } = useLingui();
  const { lectures = [] } = managed ?? {};
  const index = lectures.findIndex(({ _id }) => _id === place.lectureId);
  const isDraft = lectures[index]?.isDraft;
  return (
    <p className="meta num mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
      {isDraft !== undefined && <Badge isGood={!isDraft}>{isDraft ? t`Draft` : t`Published`}</Badge>}
      {index >= 0 && (
        <span>
          <Trans>Lecture {index + 1}</Trans>
        </span>
      )}
      <span>
        <Plural value={quiz.questions.length} one="# question" other="# questions" />,{' '}
        <Plural value={quiz.points} one="# point" other="# points" />
      </span>
      {quiz.attempts > 0 && (
        <span>
          <Trans>
            <Plural value={quiz.attempts} one="# attempt" other="# attempts" /> by{' '}
            <Plural value={quiz.people} one="# person" other="# people" />
          </Trans>
        </span>
      )}
    </p>
  );
};

interface HeadProps extends QuizProps {
  onImport: () => void;
  onAdd: () => void;
}

const Head = ({ onImport, onAdd, ...props }: HeadProps) => {
  const { t } = useLingui();
  const { place, quiz } = props;
  const [asGift, asJson] = [useQuizExport(place, 'gift'), useQuizExport(place, 'json')];
  return (
    <div className="flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0">
        <PageHeading>{quiz.title}</PageHeading>
        <About {...props} />
      </div>
      <div className="flex flex-wrap items-center gap-2.5">
        {!quiz.areAtMoments && (
          <Button tone="quiet" onClick={onImport}>
            <Upload size={16} aria-hidden="true" />
            <Trans>Import</Trans>
          </Button>
        )}
        <LinkButton
          tone="quiet"
          to={pathTo('classroom', { course: place.courseId, lecture: place.lectureId, drafts: 'true' })}
        >
          <Eye size={16} aria-hidden="true" />
          <Trans>Try it as a learner</Trans>
        </LinkButton>
        <Button onClick={onAdd}>
          <Plus size={16} aria-hidden="true" />
          <Trans>Add question</Trans>
        </Button>
        <RowMenu
          label={t`Export`}
          className="btn-quiet"
          items={[
            { ...asGift, label: t`Export as GIFT` },
            { ...asJson, label: t`Export as JSON` },
          ]}
        />
      </div>
    </div>
  );
};

const TAB =
  'flex min-h-11 shrink-0 items-center border-b-2 border-transparent font-medium text-muted hover:text-base-content aria-[current]:border-primary aria-[current]:font-semibold aria-[current]:text-base-content';

const Tabs = ({
  place: { courseId: course, lectureId: lecture },
  isResults,
}: {
  place: QuizOfCourse;
  isResults: boolean;
}) => {
  const { t } = useLingui();
  const pages = useCoursePages();
  return (
    <nav aria-label={t`Quiz`} className="my-5 flex gap-x-6 border-b border-line *:-mb-px">
      <Link className={TAB} to={pages.quiz({ course, lecture })} aria-current={isResults ? undefined : 'page'}>
        <Trans>Questions</Trans>
      </Link>
      <Link
        className={TAB}
        to={pages.quiz({ course, lecture, tab: 'results' })}
        aria-current={isResults ? 'page' : undefined}
      >
        <Trans>Results</Trans>
      </Link>
      <Link className={TAB} to={pages.edit({ course, lecture })}>
        <Trans>Details</Trans>
      </Link>
    </nav>
  );
};

/** Where the lecture was paused, in milliseconds. */
const momentIn = (address: URLSearchParams): number => {
  const seconds = Number(address.get('at') ?? 0);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 86_400) * 1000 : 0;
};

function QuizOfLecture({ place, quiz, managed }: QuizProps) {
  const [address, setAddress] = useSearchParams();
  const isResults = address.get('tab') === 'results';
  const attemptId = address.get('attempt')?.slice(0, 64);
  const atMs = quiz.areAtMoments ? momentIn(address) : null;
  const [opened, setOpened] = useState<OpenQuestion>(
    address.has('at') ? { id: undefined, isWriting: true } : { id: quiz.questions[0]?._id, isWriting: false },
  );
  const [isImporting, setImporting] = useState(false);
  const open = (question: OpenQuestion): void => {
    setOpened(question);
    if (!isResults) return;
    setAddress((before) => {
      before.delete('tab');
      return before;
    });
  };
  const played = (managed?.lectures ?? []).flatMap((lecture, index) =>
    isPlayed(lecture.kind) ? [{ ...lecture, number: index + 1 }] : [],
  );
  const onImport = () => setImporting(true);
  return (
    <>
      <Head {...{ place, quiz, managed, onImport }} onAdd={() => open({ id: undefined, isWriting: true })} />
      <Tabs place={place} isResults={isResults} />
      {isResults && attemptId !== undefined && <AttemptView {...{ place, attemptId }} />}
      {isResults && attemptId === undefined && (
        <>
          <Results place={place} onOpen={(id) => open({ id, isWriting: false })} />
          {!quiz.areAtMoments && <QuizPeople place={place} />}
        </>
      )}
      {!isResults && <QuizEditor {...{ place, quiz, atMs, opened, open, onImport }} lectures={played} />}
      {isImporting && <ImportDialog place={place} onClose={() => setImporting(false)} />}
    </>
  );
}

const Loading = () => (
  <>
    <PageHeading>
      <Trans>Quiz</Trans>
    </PageHeading>
    <LoadingNote />
    <Skeleton className="mt-3 h-10 w-80 max-w-full" />
    <div className="mt-10">
      <RowsSkeleton />
    </div>
  </>
);

const Unread = ({ children }: { children: ReactNode }) => (
  <>
    <PageHeading>
      <Trans>Quiz</Trans>
    </PageHeading>
    {children}
  </>
);

/** Writes the questions and rules of a quiz, and shows how it goes. */
export function Component() {
  const { t } = useLingui();
  const courseId = useCourseId();
  const [address] = useSearchParams();
  const place = { courseId, lectureId: (address.get('lecture') ?? '').slice(0, 64) || 'none' };
  const query = useQuery(editedQuizQuery(place));
  const managed = useQuery(managedCourseQuery(courseId));
  const { edit } = useCoursePages();
  const back = edit({ course: courseId });
  return (
    <div className="page py-8 lg:py-10">
      <BackLink to={back} isQuiet>
        {managed.data?.course.title ?? t`Course`}
      </BackLink>
      <QueryBoundary
        query={query}
        skeleton={<Loading />}
        failure={messages.quizzes.broken}
        notFound={{
          action: (
            <LinkButton to={back}>
              <Trans>Open the course</Trans>
            </LinkButton>
          ),
        }}
        frame={Unread}
        messageClass="mt-6"
      >
        {({ quiz }) => <QuizOfLecture key={place.lectureId} {...{ place, quiz }} managed={managed.data} />}
      </QueryBoundary>
    </div>
  );
}

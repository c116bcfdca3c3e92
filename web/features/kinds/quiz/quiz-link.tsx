import { Plural, Trans } from '@lingui/react/macro';
import { ListChecks } from 'lucide-react';
import { useCoursePages } from '#web/app/session/course-pages.ts';
import type { LectureOfCourse } from '#web/features/authoring/curriculum/use-curriculum.ts';
import { LinkButton } from '#web/ui/button.tsx';

/** Leads from the panel of a quiz to the page of its questions. */
export function QuizLink({ courseId, lecture: { _id, questions } }: LectureOfCourse) {
  const { quiz } = useCoursePages();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-box border border-line px-4 py-3">
      <p className="text-sm text-muted">
        {questions ? (
          <Plural value={questions} one="# question" other="# questions" />
        ) : (
          <Trans>No questions yet. Learners see a quiz once it has one.</Trans>
        )}
      </p>
      <LinkButton to={quiz({ course: courseId, lecture: _id })} tone={questions ? 'quiet' : 'primary'}>
        <ListChecks size={18} aria-hidden="true" />
        {questions ? <Trans>Edit questions</Trans> : <Trans>Write questions</Trans>}
      </LinkButton>
    </div>
  );
}

import { Plural, Trans } from '@lingui/react/macro';
import { ListChecks, Plus } from 'lucide-react';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { useCoursePages } from '#web/app/session/course-pages.ts';
import type { LectureOfCourse } from '#web/features/authoring/curriculum/use-curriculum.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';

/** The questions at moments of a video or a sound; a new one appears where it is paused now. */
export function MomentsLink({ courseId, lecture: { _id, questions } }: LectureOfCourse) {
  const { quiz } = useCoursePages();
  const navigate = useNavigate();
  const place = { course: courseId, lecture: _id };
  const section = useRef<HTMLElement>(null);
  const ask = (): void => {
    const media = section.current?.parentElement?.querySelector<HTMLMediaElement>('video, audio');
    void navigate(quiz({ ...place, at: String(Math.floor(media?.currentTime ?? 0)) }));
  };
  return (
    <section ref={section} className="space-y-3 border-t border-line pt-5" aria-labelledby={`questions-${_id}`}>
      <h3 id={`questions-${_id}`} className="field-label font-sans">
        <Trans>Questions</Trans>
      </h3>
      <p className="meta">
        <Trans>The lecture pauses at a question until learners answer it.</Trans>
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Button tone="quiet" onClick={ask}>
          <Plus size={18} aria-hidden="true" />
          <Trans>Add question at this moment</Trans>
        </Button>
        {questions !== null && questions > 0 && (
          <LinkButton to={quiz(place)} tone="quiet">
            <ListChecks size={18} aria-hidden="true" />
            <Trans>
              Edit <Plural value={questions} one="# question" other="# questions" />
            </Trans>
          </LinkButton>
        )}
      </div>
    </section>
  );
}

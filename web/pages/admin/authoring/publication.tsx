import type { ManagedCourse } from '#contract/authoring.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/components/button.tsx';
import { useShowSavedCourse } from './use-show-saved-course.ts';

export function Publication({ course }: { course: ManagedCourse }) {
  const { _id: courseId, isDraft } = course;
  const showSaved = useShowSavedCourse(courseId);
  const change = useAction({
    run: (next: boolean) => call('PUT /courses/:courseId/draft', { params: { courseId }, body: { isDraft: next } }),
    sentences: { loading: messages.authoring.courseSaving, error: messages.authoring.courseFailed },
    onSuccess: () => showSaved(),
  });
  return (
    <section aria-labelledby="publication" className="surface flex flex-wrap items-center justify-between gap-4 p-5">
      <div className="min-w-0">
        <h2 id="publication" className="text-title">
          {isDraft ? 'This course is a draft' : 'This course is published'}
        </h2>
        <p className="mt-1 text-sm text-muted">
          {isDraft ? 'Only admins can see it. Publish it when it’s ready.' : 'Everyone can see it in the course list.'}
        </p>
      </div>
      <Button tone={isDraft ? 'primary' : 'quiet'} isBusy={change.isBusy} onClick={() => void change.start(!isDraft)}>
        {isDraft ? 'Publish course' : 'Unpublish'}
      </Button>
    </section>
  );
}

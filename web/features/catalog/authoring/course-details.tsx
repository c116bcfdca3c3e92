import { useQueryClient } from '@tanstack/react-query';
import type { ManagedCourse } from '#contract/authoring.ts';
import { CourseFields } from '#contract/catalog.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { managedCourseQuery } from '#web/api/course-queries.ts';
import { Button } from '#web/ui/button.tsx';
import { CourseForm, type CourseInput } from './course-form.tsx';
import { useShowSavedCourse } from '#web/features/classroom/curriculum/use-curriculum.ts';

const saving = { loading: messages.authoring.courseSaving, error: messages.authoring.courseFailed };

export function CourseDetails({ course }: { course: ManagedCourse }) {
  const params = { courseId: course._id };
  const queryClient = useQueryClient();
  const latest = async () => (await queryClient.fetchQuery({ ...managedCourseQuery(course._id), staleTime: 0 })).course;
  const showSaved = useShowSavedCourse(course._id);
  const save = (input: CourseInput) =>
    call('PUT /courses/:courseId', {
      params,
      fields: CourseFields.parse(input),
      files: { thumbnail: input.thumbnail },
    });
  return (
    <section aria-labelledby="course-fields" className="surface max-w-3xl p-5 sm:p-6">
      <h2 id="course-fields" className="mb-5 text-title">
        About the course
      </h2>
      <CourseForm course={course} latest={latest} messages={saving} save={save} onSaved={() => showSaved()}>
        {(isBusy) => (
          <Button type="submit" isBusy={isBusy} busyText="Saving">
            Save course
          </Button>
        )}
      </CourseForm>
    </section>
  );
}

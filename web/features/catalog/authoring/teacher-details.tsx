import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { invalidate } from '#web/api/query.ts';
import { call } from '#web/api/call.ts';
import { teacherQuery } from '#web/api/authoring-queries.ts';
import { QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { TeacherForm, TeacherSkeleton } from './teacher-form.tsx';

/** The text about the teacher of a course: one for all courses of the name. */
export function TeacherDetails({ name }: { name: string }) {
  const { t } = useLingui();
  const query = useQuery(teacherQuery(name));
  const queryClient = useQueryClient();
  return (
    <section aria-labelledby="teacher-fields" className="surface mt-4 max-w-3xl p-5 sm:p-6">
      <h2 id="teacher-fields" className="text-title">
        <Trans>About the teacher</Trans>
      </h2>
      <p className="meta mt-1 mb-5">
        <Trans>
          Shared by all courses of <bdi className="font-semibold">{name}</bdi>
        </Trans>
        {query.data &&
          ` (${t({ message: plural(query.data.teacher.numberOfCourses, { one: '# course', other: '# courses' }) })})`}
      </p>
      <QueryBoundary query={query} skeleton={<TeacherSkeleton />} failure={messages.courses.broken}>
        {({ teacher }) => (
          <TeacherForm
            key={name}
            teacher={teacher}
            accountEmail={teacher.account?.email ?? ''}
            button={t`Save teacher`}
            save={({ picture, ...fields }) =>
              call('PUT /admin/teacher', { fields: { name, ...fields }, files: { picture } })
            }
            onSaved={async (saved) => {
              queryClient.setQueryData(teacherQuery(name).queryKey, saved);
              await invalidate(queryClient, ['courses']);
            }}
          />
        )}
      </QueryBoundary>
    </section>
  );
}

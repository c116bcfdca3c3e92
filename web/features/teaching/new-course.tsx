import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { messages } from '#contract/messages.ts';
import { invalidate } from '#web/api/query.ts';
import { call } from '#web/api/call.ts';
import { pathTo } from '#web/app/path-to.ts';
import { refreshUser } from '#web/app/session/use-session.ts';
import { CourseForm, type CourseInput } from '#web/features/catalog/authoring/course-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';

/** The server names the teacher. */
const create = ({ thumbnail, ...fields }: CourseInput) => call('POST /teach/courses', { fields, files: { thumbnail } });

/** A draft of a course that the user teaches. */
export function Component() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return (
    <div className="page max-w-2xl py-8 lg:py-10">
      <BackLink to={pathTo('teach')} isQuiet>
        <Trans>Your courses</Trans>
      </BackLink>
      <PageHeading>
        <Trans>Create New Course</Trans>
      </PageHeading>
      <p className="mt-2 mb-8 text-muted">
        <Trans>Starts as a draft. Publish it when it’s ready.</Trans>
      </p>
      <CourseForm
        messages={messages.courseCreate}
        save={create}
        onSaved={async ({ course: { _id: course } }) => {
          await invalidate(queryClient, ['course-lists']);
          await refreshUser();
          await navigate(pathTo('teachCourse', { course }));
        }}
      >
        {(isBusy) => (
          <Button type="submit" size="large" className="w-full" isBusy={isBusy} busyText={t`Creating the course`}>
            <Trans>Create course</Trans>
          </Button>
        )}
      </CourseForm>
    </div>
  );
}

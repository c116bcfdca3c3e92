import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { messages } from '#contract/messages.ts';
import { invalidate } from '#web/api/query.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { CourseForm, type CourseInput } from './course-form.tsx';

const create = ({ thumbnail, ...fields }: CourseInput) =>
  call('POST /courses', { fields: { ...fields, isDraft: 'true' }, files: { thumbnail } });

export function Component() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return (
    <div className="page max-w-2xl py-10">
      <PageHeading>
        <Trans>Create New Course</Trans>
      </PageHeading>
      <p className="mt-2 mb-8 text-muted">
        <Trans>Starts as a draft. Publish it when it’s ready.</Trans>
      </p>
      <CourseForm
        messages={messages.courseCreate}
        save={create}
        onSaved={async ({ course: { _id: courseId, title, thumbnail } }) => {
          await invalidate(queryClient, ['course-lists']);
          await navigate(pathTo('courses'), { state: { created: { courseId, title, cover: thumbnail.secure_url } } });
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

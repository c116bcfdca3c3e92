import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { messages } from '#contract/messages.ts';
import { invalidate } from '#web/api/query.ts';
import { call } from '#web/api/call.ts';
import { ownPageQuery } from '#web/api/teaching-queries.ts';
import { pathTo } from '#web/app/path-to.ts';
import { TeacherForm, TeacherSkeleton } from '#web/features/catalog/authoring/teacher-form.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { AdminPage } from '#web/ui/page/admin-page.tsx';
import { QueryBoundary } from '#web/ui/page/query-boundary.tsx';

/** A teacher’s own picture and text, once the account is linked to a name. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(ownPageQuery());
  const queryClient = useQueryClient();
  const slug = query.data?.teacher?.slug;
  return (
    <AdminPage
      heading={t`My page`}
      lead={t`Visitors read it on your page and beside your courses.`}
      action={
        slug && (
          <LinkButton to={pathTo('teacher', { slug })} tone="quiet">
            <ExternalLink size={18} aria-hidden="true" />
            <Trans>View page</Trans>
          </LinkButton>
        )
      }
    >
      <div className="surface mt-6 max-w-3xl p-5 sm:p-6">
        <QueryBoundary query={query} skeleton={<TeacherSkeleton />} failure={messages.courses.broken} isInPanel>
          {({ teacher }) =>
            teacher ? (
              <>
                <p className="text-title mb-5 wrap-anywhere">{teacher.name}</p>
                <TeacherForm
                  teacher={teacher}
                  button={t`Save page`}
                  save={({ picture, headline, about, removesPicture }) =>
                    call('PUT /teach/page', { fields: { headline, about, removesPicture }, files: { picture } })
                  }
                  onSaved={async (saved) => {
                    queryClient.setQueryData(ownPageQuery().queryKey, saved);
                    await invalidate(queryClient, ['courses']);
                  }}
                />
              </>
            ) : (
              <p className="measure">
                <Trans>
                  None of your courses names you as its teacher. Ask an admin to enter your email under “About the
                  teacher” of one of them.
                </Trans>
              </p>
            )
          }
        </QueryBoundary>
      </div>
    </AdminPage>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CertificateRequest } from '#contract/certificates/certificate-fields.ts';
import { certificates } from '#contract/certificates/certificates.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { certificateRequestsQuery } from '#web/api/certificate-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { TextArea } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { AdminPage } from '#web/ui/page/admin-page.tsx';
import { EmptyState, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Pages } from '#web/ui/table/table.tsx';
import { useTable } from '#web/ui/table/use-table.ts';
import { formatDay } from '#contract/format.ts';
import { useLocale } from '#web/ui/language/language.tsx';

const said = messages.certificates;

const paramsOf = ({ _id: requestId, course }: CertificateRequest) => ({ courseId: course._id, requestId });

interface DeclineProps {
  request: CertificateRequest;
  onClose: () => void;
}

function DeclineDialog({ request, onClose }: DeclineProps) {
  const { t } = useLingui();
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: certificates.decide.body,
    defaults: { isApproved: false, reason: '' },
    messages: { success: said.declined, error: said.changeFailed, incomplete: said.reasonMissing },
    run: (body) => call('PUT /courses/:courseId/certificate-requests/:requestId', { params: paramsOf(request), body }),
    onSuccess: () => onClose(),
    changes: ['certificates'],
  });
  return (
    <FormDialog
      title={t`Decline the certificate of ${request.fullName}?`}
      lead={
        <p>
          <Trans>They get a notice with the reason, and may ask again.</Trans>
        </p>
      }
      confirmLabel={t`Decline`}
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextArea label={t`Reason`} rows={2} maxLength={300} data-first="" {...field('reason', said.reasonMissing)} />
    </FormDialog>
  );
}

function Row({ request }: { request: CertificateRequest }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();

  const [isDeclining, setDeclining] = useState(false);
  const approve = useAction({
    run: () =>
      call('PUT /courses/:courseId/certificate-requests/:requestId', {
        params: paramsOf(request),
        body: { isApproved: true },
      }),
    messages: { success: said.approved, error: said.issueFailed },
    changes: ['certificates'],
  });
  const { fullName, course, measured, completedAt, lettersNotDrawn } = request;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-semibold wrap-anywhere">{fullName}</p>
        <p className="wrap-anywhere">{course.title}</p>
        <p className="meta">
          <Trans>
            {measured} Completed on {{ day: formatDay(completedAt, timeZone, locale) }}.
          </Trans>
        </p>
        {lettersNotDrawn.length > 0 && (
          <p className="text-warning wrap-anywhere">
            <Trans>The PDF and the picture cannot show {{ letters: lettersNotDrawn.join(' ') }}.</Trans>
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          isBusy={approve.isBusy}
          onClick={() => approve.start(undefined)}
          aria-label={t`Approve: ${fullName}, ${course.title}`}
        >
          <Trans>Approve</Trans>
        </Button>
        <Button tone="quiet" onClick={() => setDeclining(true)} aria-label={t`Decline: ${fullName}, ${course.title}`}>
          <Trans>Decline</Trans>
        </Button>
      </div>
      {isDeclining && <DeclineDialog request={request} onClose={() => setDeclining(false)} />}
    </li>
  );
}

/** The certificates that wait for a teacher, the oldest first. */
export function Component() {
  const { t } = useLingui();
  const control = useTable();
  const { pageSize: limit, offset } = control;
  const query = useQuery(certificateRequestsQuery({ limit, offset }));
  return (
    <AdminPage heading={t`Certificates to approve`} lead={t`Each keeps the day on which the course was completed.`}>
      <div className="mt-6">
        <QueryBoundary query={query} failure={said.failure}>
          {({ requests, total }) =>
            requests.length === 0 ? (
              <EmptyState>
                <Trans>No certificates wait for approval.</Trans>
              </EmptyState>
            ) : (
              <>
                <ul aria-label={t`Certificates to approve`} className="surface divide-y divide-line">
                  {requests.map((request) => (
                    <Row key={request._id} request={request} />
                  ))}
                </ul>
                <Pages
                  label={t`Certificates`}
                  page={{ rows: requests, total }}
                  control={control}
                  isOld={query.isPlaceholderData}
                />
              </>
            )
          }
        </QueryBoundary>
      </div>
    </AdminPage>
  );
}

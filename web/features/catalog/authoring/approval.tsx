import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { z } from 'zod';
import { api } from '#contract/api.ts';
import type { ManagedCourse } from '#contract/catalog/authoring.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { FormAlert, TextArea } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { formatMoment } from '#contract/format.ts';
import { useIsTeaching } from '#web/app/session/course-pages.ts';
import { useShowSavedCourse } from '#web/features/authoring/curriculum/use-curriculum.ts';
import { useLocale } from '#web/ui/language/language.tsx';

const saving = { loading: messages.authoring.courseSaving, error: messages.authoring.courseFailed };

interface WaitingPanelProps {
  course: ManagedCourse;
  requestedAt: string;
}

/** A course that waits for the owner, who declines it, or its teacher withdraws it. */
export function WaitingPanel({ course: { _id: courseId, createdBy, title }, requestedAt }: WaitingPanelProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  const isTeaching = useIsTeaching();
  const showSaved = useShowSavedCourse(courseId);
  const [isDeclining, setDeclining] = useState(false);
  const since = formatMoment(requestedAt, timeZone, locale);
  return (
    <Panel
      title={t`Waiting for approval`}
      className="border-warning"
      aside={
        isTeaching ? (
          <ActionButton
            tone="quiet"
            run={() => call('PUT /courses/:courseId/draft', { params: { courseId }, body: { isDraft: true } })}
            messages={{ ...saving, success: t`Withdrawn` }}
            onSuccess={() => showSaved()}
          >
            <Trans>Withdraw</Trans>
          </ActionButton>
        ) : (
          <Button tone="quiet" onClick={() => setDeclining(true)}>
            <Trans>Decline</Trans>
          </Button>
        )
      }
    >
      <p className="text-sm text-muted">
        {isTeaching
          ? t`Sent to the owner on ${since}. You get an email when it is published or declined. You can still change it.`
          : t`${createdBy} sent it on ${since}. Check it below, then publish it, or decline with a reason.`}
      </p>
      {isDeclining && <DeclineDialog {...{ courseId, title }} onClose={() => setDeclining(false)} />}
    </Panel>
  );
}

const Reason = z.object({ reason: api.authoring.declineCourse.body.shape.reason });
const FORM = 'decline-course';

interface DeclineDialogProps {
  courseId: string;
  title: string;
  onClose: () => void;
}

function DeclineDialog({ courseId, title, onClose }: DeclineDialogProps) {
  const { t } = useLingui();
  const showSaved = useShowSavedCourse(courseId);
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: Reason,
    defaults: { reason: '' },
    messages: { error: saving.error, incomplete: messages.authoring.reasonMissing },
    run: (body) => call('POST /admin/courses/:courseId/decline', { params: { courseId }, body }),
    onSuccess: async () => {
      onClose();
      await showSaved();
    },
  });
  return (
    <ConfirmDialog
      title={t`Decline “${title}”?`}
      confirmLabel={t`Decline`}
      tone="primary"
      isBusy={isBusy}
      formId={FORM}
      onClose={onClose}
    >
      <form id={FORM} className="space-y-4" noValidate onSubmit={onSubmit}>
        {formError && <FormAlert>{formError}</FormAlert>}
        <TextArea
          label={t`Reason`}
          hint={t`The teachers get it by email, and see it here.`}
          maxLength={1000}
          {...field('reason', messages.authoring.reasonMissing)}
        />
      </form>
    </ConfirmDialog>
  );
}

/** Why a course was not published. */
export function DeclinedPanel({ declined: { at, reason } }: { declined: NonNullable<ManagedCourse['declined']> }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  return (
    <Panel title={t`Declined`} className="border-error">
      <p className="measure whitespace-pre-line wrap-anywhere">{reason}</p>
      <p className="meta mt-2">
        {formatMoment(at, timeZone, locale)}
        {useIsTeaching() && `. ${t`Change the course, then send it again.`}`}
      </p>
    </Panel>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ACCEPTED_BY_BUYERS } from '#contract/accepted-pages.ts';
import type { OwnWay } from '#contract/billing/way-names.ts';
import { messages } from '#contract/messages.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { acceptPages } from '#web/app/session/accept-pages.ts';
import { pathTo } from '#web/app/path-to.ts';
import { wantedCourse } from '#web/features/billing/wanted-course.ts';
import { formatRupeeInput } from '#web/features/billing/plans/rupee-input.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { dayOf } from '#web/ui/text/days.ts';
import { useNow } from '#web/ui/use-now.ts';
import { sendPicture } from './send-picture.ts';
import { StatementFields } from './statement-fields.tsx';
import type { Statement, StatementDraft } from './statement.ts';
import type { SentRequest } from './ways-queries.ts';

interface TellTheSchoolProps {
  way: OwnWay;
  amountInPaise: number;
  label: string;
  order: Omit<SentRequest, 'way' | 'reference' | 'paidOn'>;
}

/** "I have paid": the reference, the day and, if wanted, a picture. It leads to the page that waits. */
export function TellTheSchool({ way, amountInPaise, label, order }: TellTheSchoolProps) {
  const { t } = useLingui();
  const { timeZone, sitePages } = useSite();
  const { state }: { state: unknown } = useLocation();
  const navigate = useNavigate();
  const now = useNow();
  // The next page takes a moment, in which a second press would send it again.
  const [isSent, setSent] = useState(false);
  const contractForm = useContractForm<StatementDraft, Statement, { request: { _id: string } }>({
    schema: async () => (await import('./statement.ts')).statementOf(way),
    defaults: {
      reference: '',
      paidOn: dayOf(now, timeZone),
      amount: formatRupeeInput(amountInPaise),
      picture: undefined,
    },
    messages: {
      success: '',
      error: t`Nothing was sent. Please try again: it is sent once.`,
      incomplete: messages.ways.referenceMissing,
    },
    run: async ({ reference, paidOn, amount, picture }) => {
      void acceptPages(sitePages, ACCEPTED_BY_BUYERS);
      const courseId = wantedCourse();
      const stated = amount === amountInPaise ? {} : { amountInPaise: amount };
      const body = { ...order, ...(courseId === undefined ? {} : { courseId }), way, reference, paidOn, ...stated };
      const sent = await call('POST /payments/requests', { body }).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'reference_used')
          contractForm.form.setError('reference', { message: error.message }, { shouldFocus: true });
        throw error;
      });
      await sendPicture(sent.request._id, picture);
      return sent;
    },
    // The page before stays in the history: going back shows that it waits.
    onSuccess: ({ request }) => {
      setSent(true);
      return navigate(pathTo('paymentRequest', { requestId: request._id }), { state });
    },
    changes: ['own-requests', 'own-parts'],
  });
  const { formError, isBusy, onSubmit } = contractForm;
  return (
    <form noValidate className="mt-3 space-y-4" onSubmit={onSubmit}>
      {formError && <FormAlert>{formError}</FormAlert>}
      <StatementFields way={way} contractForm={contractForm} />
      <Button type="submit" tone="buy" size="large" className="w-full" isBusy={isBusy || isSent}>
        {label}
      </Button>
      <p className="meta">
        <Trans>The school checks its account before it opens the course.</Trans>
      </p>
    </form>
  );
}

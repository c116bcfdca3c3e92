import { Plural, useLingui } from '@lingui/react/macro';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { formatCount } from '#contract/format.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { pathTo } from '#web/app/path-to.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';

interface FreeDialogProps {
  payments: ResponseOf<'GET /admin/courses/:courseId/price'>['price']['refundable'];
  onConfirm: () => void;
  onClose: () => void;
}

const NAMED = 5;

/** Who has just paid for it may want the money back. */
export const FreeDialog = ({ payments, onConfirm, onClose }: FreeDialogProps) => {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      title={t`Make it free?`}
      confirmLabel={t`Make it free`}
      tone="primary"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Plural
        value={payments.length}
        one="# person has paid for it and can still have the money back. They keep the course. Refund them if you want to:"
        other="# people have paid for it and can still have the money back. They keep the course. Refund them if you want to:"
      />{' '}
      {payments.slice(0, NAMED).map(({ paymentId, fullName }, index) => (
        <Fragment key={paymentId}>
          {index > 0 && ', '}
          <Link to={pathTo('payment', { paymentId })} className="link">
            {fullName}
          </Link>
        </Fragment>
      ))}
      {payments.length > NAMED && ` ${t`and ${formatCount(payments.length - NAMED)} more`}`}.
    </ConfirmDialog>
  );
};

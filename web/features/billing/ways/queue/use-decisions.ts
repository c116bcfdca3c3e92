import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { formatMoney } from '#contract/format.ts';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { invalidate } from '#web/api/query.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { CHANGED_BY_PAYMENTS, type Confirmation, type QueuedRequest } from './request-queries.ts';
import { useHeld } from './use-held.tsx';

/**
 * Confirms while the next payment is already open. One that cannot be confirmed comes back, with the reason; a warning that
 * is found only then stays with it.
 */
export const useDecisions = (choose: (requestId: string | undefined) => void) => {
  const { t } = useLingui();
  const { currencySymbol } = useSite();
  const queryClient = useQueryClient();
  const { heldId, hold, undo } = useHeld();
  const [warnings, setWarnings] = useState<Readonly<Record<string, string>>>({});

  const send = async (requestId: string, body: Confirmation, isKeptAlive: boolean): Promise<void> => {
    try {
      await call('POST /admin/payment-requests/:requestId/confirm', { params: { requestId }, body, isKeptAlive });
    } catch (error) {
      const message = errorMessage(error, t`The payment was not confirmed. Please try again: it counts once.`);
      if (error instanceof ApiError && error.code === 'payment_warning')
        setWarnings((known) => ({ ...known, [requestId]: message }));
      toast.error(message);
      choose(requestId);
    }
    await invalidate(queryClient, CHANGED_BY_PAYMENTS);
  };

  return {
    heldId,
    /** With the warning that its confirmation met. */
    warned: (request: QueuedRequest): QueuedRequest => ({
      ...request,
      warning: request.warning ?? (request.state === 'confirmed' ? null : (warnings[request._id] ?? null)),
    }),
    confirm: (request: QueuedRequest, body: Confirmation, next: QueuedRequest | undefined): void => {
      const text = t`Payment confirmed: ${formatMoney(body.amountInPaise, currencySymbol)}, ${request.user.fullName}.`;
      choose(next?._id);
      hold(request._id, text, choose, (isLeaving) => send(request._id, body, isLeaving));
    },
    undo: heldId === undefined ? undefined : () => choose(undo()),
  };
};

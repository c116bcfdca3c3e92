import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { formatMoney } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { invalidate } from '#web/api/query.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { CHANGED_BY_PAYMENTS, type Confirmation, type QueuedRequest } from './request-queries.ts';
import { useHeld } from './use-held.tsx';

/** Confirms while the next payment is already open. One that cannot be confirmed comes back, with the reason. */
export const useDecisions = (choose: (requestId: string | undefined) => void) => {
  const { currencySymbol } = useSite();
  const queryClient = useQueryClient();
  const { heldId, hold, undo } = useHeld();

  const send = async (requestId: string, body: Confirmation, isKeptAlive: boolean): Promise<void> => {
    try {
      await call('POST /admin/payment-requests/:requestId/confirm', { params: { requestId }, body, isKeptAlive });
    } catch (error) {
      toast.error(errorMessage(error, 'The payment was not confirmed. Please try again: it counts once.'));
      choose(requestId);
    }
    await invalidate(queryClient, CHANGED_BY_PAYMENTS);
  };

  return {
    heldId,
    confirm: (request: QueuedRequest, body: Confirmation, next: QueuedRequest | undefined): void => {
      const text = `${messages.ways.confirmed}: ${formatMoney(body.amountInPaise, currencySymbol)}, ${request.user.fullName}.`;
      choose(next?._id);
      hold(request._id, text, choose, (isLeaving) => send(request._id, body, isLeaving));
    },
    undo: heldId === undefined ? undefined : () => choose(undo()),
  };
};

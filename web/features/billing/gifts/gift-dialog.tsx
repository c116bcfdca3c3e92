import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { sentenceOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { fieldErrorsOf } from '#web/features/billing/checkout/checkout-queries.ts';
import { type GiftDraft, type OwnGift, ownGiftsQuery } from '#web/features/billing/gift-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { GiftFields } from './gift-fields.tsx';

/** Changes for whom a gift is, and sends it again. */
export function GiftDialog({ gift, onClose }: { gift: OwnGift; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { recipientName: name, recipientEmail: email, message, sendOn } = gift;
  // One that was sent already is sent again at once, unless another day is chosen.
  const day = gift.state === 'scheduled' ? sendOn : null;
  const [draft, setDraft] = useState<GiftDraft>({ name, email, message, sendOn: day ?? undefined });
  const [failure, setFailure] = useState<unknown>();
  const errors = fieldErrorsOf(failure);
  const saving = useAction({
    run: () => call('PUT /gifts/:giftId', { params: { giftId: gift._id }, body: draft }),
    messages: { error: messages.gifts.failed },
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: ownGiftsQuery().queryKey });
    },
    onError: setFailure,
  });
  const hasFieldErrors = Object.keys(errors).length > 0;
  return (
    <FormDialog
      title={gift.state === 'sent' ? 'Send the gift again' : 'Change the gift'}
      lead={<p>With another email, links that were sent before no longer work.</p>}
      formError={failure === undefined || hasFieldErrors ? undefined : sentenceOf(failure, messages.gifts.failed)}
      confirmLabel={draft.sendOn === undefined ? 'Send now' : 'Save'}
      cancelLabel="Close"
      isBusy={saving.isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        void saving.start(undefined);
      }}
      onClose={onClose}
    >
      <GiftFields
        gift={draft}
        onChange={setDraft}
        errorOf={(field) => errors[field]}
        sentAtOnce="Leave it empty to send the gift now."
      />
    </FormDialog>
  );
}

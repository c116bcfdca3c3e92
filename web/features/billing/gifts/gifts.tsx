import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2, Pencil, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import {
  type GiftDraft,
  type OwnGift,
  ownGiftsQuery,
  ownPurchasesQuery,
} from '#web/features/billing/billing-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { Badge, Panel } from '#web/ui/panel.tsx';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { ActionDialog } from '#web/ui/dialogs/confirm-action.tsx';
import { copyText } from '#web/ui/text/copy-text.ts';
import { formatCalendarDay, formatDay, formatMoney } from '#contract/format.ts';
import { QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { pathTo } from '#web/app/path-to.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { fieldErrorsOf } from '#web/features/billing/checkout/checkout-queries.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { GiftFields } from './gift-fields.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';

type State = OwnGift['state'];

const labels: Record<State, MessageDescriptor> = {
  scheduled: msg`Scheduled`,
  sent: msg`Sent`,
  redeemed: msg`Redeemed`,
  refund_pending: msg`Refund pending`,
  refunded: msg`Refunded`,
  being_checked: msg`In review`,
};

const isOpen = ({ state }: OwnGift): boolean => state === 'scheduled' || state === 'sent';

/** A free gift is emailed once. */
const mayBeSent = ({ amountInPaise, state, sendOn }: OwnGift): boolean =>
  amountInPaise > 0 || (state === 'scheduled' && sendOn !== null);

/** The last or next event. */
const useStory = () => {
  const { _, locale } = useLanguage();
  const { timeZone, sendsEmail } = useSite();
  return ({ state, sendOn, sentAt, redeemedAt, paidAt }: OwnGift): string => {
    if (redeemedAt) return _(msg`Redeemed on ${{ day: formatDay(redeemedAt, timeZone, locale) }}`);
    if (state === 'sent' && !sendsEmail) return _(msg`Not emailed: copy its link`);
    if (state === 'sent' && sentAt)
      return _(msg`Sent on ${{ day: formatDay(sentAt, timeZone, locale) }}, not redeemed yet`);
    if (state === 'scheduled' && sendOn) return _(msg`Will be sent on ${{ day: formatCalendarDay(sendOn, locale) }}`);
    return _(
      state === 'scheduled' ? msg`Is being sent` : msg`Bought on ${{ day: formatDay(paidAt, timeZone, locale) }}`,
    );
  };
};

/** The gifts that the user bought, with the possible changes. */
export function Gifts() {
  const { t } = useLingui();
  const query = useQuery(ownGiftsQuery());
  const { isSelling } = useSite();
  return (
    <Panel
      title={t`Gifts`}
      className="sm:p-8"
      aside={
        isSelling && (
          <LinkButton tone="quiet" to={pathTo('checkout', { gift: 'yes' })}>
            <Trans>Give a gift</Trans>
          </LinkButton>
        )
      }
    >
      <QueryBoundary
        query={query}
        skeleton={<Skeleton className="h-14 w-full" />}
        failure={t`Your gifts could not be loaded`}
        isInPanel
      >
        {({ gifts }) =>
          gifts.length === 0 ? (
            <p className="text-sm text-muted">
              <Trans>Gifts that you buy for others appear here.</Trans>
            </p>
          ) : (
            <ul>
              {gifts.map((gift) => (
                <GiftRow key={gift._id} gift={gift} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

function GiftRow({ gift }: { gift: OwnGift }) {
  const storyOf = useStory();
  const { _ } = useLanguage();
  return (
    <li className="border-t border-line py-4 first:border-t-0 first:pt-1 last:pb-0">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-36">
          <p className="font-semibold wrap-anywhere">{gift.recipientName}</p>
          <p className="meta wrap-anywhere">{gift.recipientEmail}</p>
          <p className="meta">
            {gift.planName}. {storyOf(gift)}.
          </p>
        </div>
        <Badge isGood={gift.state === 'redeemed'}>{_(labels[gift.state])}</Badge>
      </div>
      {isOpen(gift) && <GiftActions gift={gift} />}
    </li>
  );
}

function GiftActions({ gift }: { gift: OwnGift }) {
  const { t } = useLingui();
  const nowMs = useNow();
  const [dialog, setDialog] = useState<'change' | 'refund'>();
  const close = (): void => setDialog(undefined);
  const mayRefund = gift.refundableUntil !== null && nowMs < Date.parse(gift.refundableUntil);
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <ActionButton
        tone="quiet"
        run={async () => {
          const created = call('POST /gifts/:giftId/link', { params: { giftId: gift._id } });
          await Promise.all([
            created,
            copyText(
              created.then(({ link }) => link),
              t`Link copied`,
            ),
          ]);
        }}
        messages={{ error: messages.gifts.failed }}
      >
        <Link2 size={18} aria-hidden="true" />
        <Trans>Copy link</Trans>
      </ActionButton>
      {mayBeSent(gift) && (
        <Button tone="quiet" onClick={() => setDialog('change')}>
          <Pencil size={18} aria-hidden="true" />
          {gift.state === 'sent' ? <Trans>Send again</Trans> : <Trans>Change</Trans>}
        </Button>
      )}
      {mayRefund && (
        <Button tone="danger" onClick={() => setDialog('refund')}>
          <Undo2 size={18} aria-hidden="true" />
          <Trans>Cancel gift</Trans>
        </Button>
      )}
      {dialog === 'change' && <GiftDialog gift={gift} onClose={close} />}
      {dialog === 'refund' && <RefundDialog gift={gift} onClose={close} />}
    </div>
  );
}

function RefundDialog({ gift, onClose }: { gift: OwnGift; onClose: () => void }) {
  const { t } = useLingui();
  const { currencySymbol } = useSite();
  return (
    <ActionDialog
      title={t`Cancel this gift?`}
      confirmLabel={t`Cancel and refund`}
      cancelLabel={t`Keep it`}
      run={() => call('POST /gifts/:giftId/refund', { params: { giftId: gift._id } })}
      messages={{ error: messages.gifts.failed }}
      onSuccess={async (_, queryClient) => {
        await Promise.all(
          [ownGiftsQuery(), ownPurchasesQuery()].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
        );
      }}
      onClose={onClose}
    >
      <Trans>
        {{ recipientName: gift.recipientName }} can then no longer redeem it, and{' '}
        {{ amount: formatMoney(gift.amountInPaise, currencySymbol) }} goes back the way you paid.
      </Trans>
    </ActionDialog>
  );
}

/** Changes for whom a gift is, and sends it again. */
function GiftDialog({ gift, onClose }: { gift: OwnGift; onClose: () => void }) {
  const { t } = useLingui();
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
      title={gift.state === 'sent' ? t`Send the gift again` : t`Change the gift`}
      lead={
        <p>
          <Trans>With another email, links that were sent before no longer work.</Trans>
        </p>
      }
      formError={failure === undefined || hasFieldErrors ? undefined : errorMessage(failure, messages.gifts.failed)}
      confirmLabel={draft.sendOn === undefined ? t`Send now` : t`Save`}
      cancelLabel={t`Close`}
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
        sentAtOnce={t`Leave it empty to send the gift now.`}
      />
    </FormDialog>
  );
}

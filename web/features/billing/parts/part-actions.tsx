import { useLingui } from '@lingui/react/macro';
import { CalendarClock, CircleOff, Send, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Part, PurchaseInParts } from '#contract/billing/part-fields.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { type MenuItem, RowMenu } from '#web/ui/row-menu.tsx';
import { PostponeDialog, WriteOffDialog } from './decision-dialogs.tsx';
import { CHANGED_BY_PARTS } from './parts-queries.ts';

interface PartActionsProps {
  purchase: Pick<PurchaseInParts, 'paymentId' | 'planName'>;
  part: Part;
  /** Whose it is, for screen readers. */
  of: string;
}

/** What the school decides about a part that is not paid: remind, postpone, write off, and take that back. */
export function PartActions({ purchase, part, of }: PartActionsProps) {
  const { t } = useLingui();
  const [dialog, setDialog] = useState<'postpone' | 'write-off'>();
  const params = { paymentId: purchase.paymentId };
  const reminder = useAction({
    run: () => call('POST /admin/parts/:paymentId/remind', { params }),
    messages: { error: t`The reminder was not sent. Please try again.` },
    changes: CHANGED_BY_PARTS,
  });
  const undo = useAction({
    run: () => call('POST /admin/parts/:paymentId/undo', { params, body: { n: part.n } }),
    messages: { error: messages.fields.notChanged },
    changes: CHANGED_BY_PARTS,
  });
  const { state, dueOn, agreedOn, missingInPaise } = part;
  const isDue = state === 'due' || state === 'grace' || state === 'overdue';
  const isChanged = state === 'written-off' || (missingInPaise > 0 && dueOn !== agreedOn);
  const items: MenuItem[] = [
    ...(isDue ? [{ label: t`Send a reminder`, icon: Send, onSelect: () => void reminder.start(undefined) }] : []),
    ...(missingInPaise > 0
      ? [
          { label: t`Postpone`, icon: CalendarClock, onSelect: () => setDialog('postpone') },
          { label: t`Write off`, icon: CircleOff, isDestructive: true, onSelect: () => setDialog('write-off') },
        ]
      : []),
    ...(isChanged
      ? [
          {
            label: state === 'written-off' ? t`Undo the write-off` : t`Undo the postponement`,
            icon: Undo2,
            onSelect: () => void undo.start(undefined),
          },
        ]
      : []),
  ];
  const close = (): void => setDialog(undefined);
  return (
    <>
      {items.length > 0 && <RowMenu label={t`Actions for part ${{ part: part.n }} of ${of}`} items={items} />}
      {dialog === 'postpone' && <PostponeDialog {...{ purchase, part }} onClose={close} />}
      {dialog === 'write-off' && <WriteOffDialog {...{ purchase, part }} onClose={close} />}
    </>
  );
}

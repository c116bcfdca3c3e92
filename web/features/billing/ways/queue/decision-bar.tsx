import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { formatMoney } from '#contract/format.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useKeys } from '#web/ui/use-keys.ts';
import { BatchField, useBatchesOf } from '../batch-field.tsx';
import { OpensSentence } from '../opens-sentence.tsx';
import { OtherAmountDialog, RefuseDialog } from './decision-dialogs.tsx';
import { type Confirmation, confirmationPreviewQuery, type QueuedRequest } from './request-queries.ts';

interface DecisionBarProps {
  request: QueuedRequest;
  onConfirm: (confirmation: Confirmation) => void;
  onRefused: () => void;
}

const Key = ({ children }: { children: string }) => (
  <kbd className="kbd kbd-sm max-lg:hidden" aria-hidden="true">
    {children}
  </kbd>
);

interface DecisionButtonsProps {
  label: string;
  mayConfirm: boolean;
  onConfirm: () => void;
  onOther: () => void;
  onRefuse: () => void;
}

const DecisionButtons = ({ label, mayConfirm, onConfirm, onOther, onRefuse }: DecisionButtonsProps) => (
  <div className="mt-3 flex flex-wrap gap-2">
    <Button aria-keyshortcuts="c" isDisabled={!mayConfirm} className="max-sm:w-full" onClick={onConfirm}>
      {label} <Key>C</Key>
    </Button>
    <Button tone="quiet" aria-keyshortcuts="a" isDisabled={!mayConfirm} className="max-sm:flex-1" onClick={onOther}>
      <Trans>Other amount</Trans> <Key>A</Key>
    </Button>
    <Button tone="danger" aria-keyshortcuts="r" className="max-sm:flex-1 sm:ms-auto" onClick={onRefuse}>
      <Trans>Refuse</Trans> <Key>R</Key>
    </Button>
  </div>
);

interface WhatOpensProps {
  request: QueuedRequest;
  cameInPaise: number;
  preview: UseQueryResult<{ payment: ComponentProps<typeof OpensSentence>['payment'] }>;
}

/** Its preview is of the price where less came, which is confirmed with a note alone. The receipt is for what came. */
function WhatOpens({ request, cameInPaise, preview }: WhatOpensProps) {
  const { t } = useLingui();
  return (
    <p className="text-sm">
      <strong className="font-semibold">
        <Trans>Look at your bank first.</Trans>
      </strong>{' '}
      {preview.data && (
        <OpensSentence
          payment={{ ...preview.data.payment, amountInPaise: cameInPaise }}
          isGift={request.isGift}
          planName={request.planName}
        />
      )}
      {preview.isError && (
        <span className="text-error">{errorMessage(preview.error, t`What it opens could not be loaded.`)}</span>
      )}
      {request.usedBy && (
        <span className="text-error">
          <Trans>This reference counts already. It cannot be confirmed twice.</Trans>
        </span>
      )}
    </p>
  );
}

/** What a confirmation opens, said before it is pressed, and the decisions. Less than the price needs a word about it. */
export function DecisionBar({ request, onConfirm, onRefused }: DecisionBarProps) {
  const { t } = useLingui();
  const { currencySymbol } = useSite();
  const { _id, amountInPaise, statedInPaise, paidOn, usedBy, warning, way, reference, planId, coursesWithBatches } =
    request;
  const [dialog, setDialog] = useState<'amount' | 'refuse'>();
  const close = (): void => setDialog(undefined);
  const came = statedInPaise ?? amountInPaise;
  const amount = formatMoney(came, currencySymbol);
  const isLess = came < amountInPaise;
  const [batchId, setBatchId] = useState<string>();
  const batches = useBatchesOf(planId, coursesWithBatches);
  const confirmation = { amountInPaise: came, receivedOn: paidOn, isWarned: warning !== null, batchId };
  const preview = useQuery({
    ...confirmationPreviewQuery(_id, isLess ? { ...confirmation, amountInPaise } : confirmation),
    enabled: usedBy === null,
  });
  const mayConfirm = usedBy === null;
  const confirm = (): void => {
    if (!mayConfirm) return;
    if (isLess) setDialog('amount');
    else onConfirm({ ...confirmation, way, reference });
  };
  useKeys({
    c: confirm,
    a: mayConfirm ? () => setDialog('amount') : undefined,
    r: () => setDialog('refuse'),
  });
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-auto border-t border-line bg-base-100 px-4 py-4 max-md:bottom-[calc(4.25rem+env(safe-area-inset-bottom))] lg:-mx-8 lg:px-8 lg:pb-1">
      <WhatOpens request={request} cameInPaise={came} preview={preview} />
      {batches.length > 0 && (
        <div className="mt-3">
          <BatchField {...{ batches, batchId }} onChoose={setBatchId} />
        </div>
      )}
      <DecisionButtons
        label={warning === null ? t`Confirm ${amount}` : t`Confirm anyway ${amount}`}
        mayConfirm={mayConfirm}
        onConfirm={confirm}
        onOther={() => setDialog('amount')}
        onRefuse={() => setDialog('refuse')}
      />
      {dialog === 'amount' && (
        <OtherAmountDialog
          request={request}
          onConfirm={(chosen) => {
            close();
            onConfirm({ ...chosen, batchId });
          }}
          onClose={close}
        />
      )}
      {dialog === 'refuse' && <RefuseDialog request={request} onRefused={onRefused} onClose={close} />}
    </div>
  );
}

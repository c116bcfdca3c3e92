import { Trans } from '@lingui/react/macro';
import { pathTo } from '#web/app/path-to.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { useOffer } from './step-details.ts';
import { useConfirmation } from './use-confirmation.ts';

/** Keeps the price, or leads to the plans. */
export function PriceStep() {
  const offer = useOffer();
  const { start, isBusy } = useConfirmation('price');
  return (
    <>
      <p>{offer}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button isBusy={isBusy} onClick={() => void start(undefined)}>
          <Trans>Keep this price</Trans>
        </Button>
        <LinkButton tone="quiet" to={pathTo('plans')}>
          <Trans>Change price</Trans>
        </LinkButton>
      </div>
    </>
  );
}

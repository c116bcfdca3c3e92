import { Trans, useLingui } from '@lingui/react/macro';
import { useBlocker } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { clockWords } from './deadline.ts';

interface LeaveGuardProps {
  attemptId: string;
  leftMs: number;
  missing: number;
  count: number;
}

/** Asks for confirmation before a learner leaves an attempt whose clock keeps running: by its button, Back or a link. */
export const LeaveGuard = ({ attemptId, leftMs, missing, count }: LeaveGuardProps) => {
  const { t } = useLingui();
  const blocker = useBlocker(
    ({ nextLocation: { search } }) => new URLSearchParams(search).get('attempt') !== attemptId,
  );
  const stay = (): void => blocker.reset?.();
  return (
    <Dialog
      isOpen={blocker.state === 'blocked'}
      title={t`Leave the test?`}
      onClose={stay}
      actions={
        <>
          <Button size="large" data-first="" onClick={stay}>
            <Trans>Stay in the test</Trans>
          </Button>
          <Button tone="quiet" size="large" onClick={() => blocker.proceed?.()}>
            <Trans>Leave, clock running</Trans>
          </Button>
        </>
      }
    >
      <p>
        {missing > 0 ? (
          <Trans>
            The clock keeps running. You have <strong className="num">{clockWords(leftMs)}</strong> left, and {missing}{' '}
            of {count} questions are open.
          </Trans>
        ) : (
          <Trans>
            The clock keeps running. You have <strong className="num">{clockWords(leftMs)}</strong> left.
          </Trans>
        )}
      </p>
      <p className="meta mt-2">
        <Trans>When the time ends, what you have answered is submitted.</Trans>
      </p>
    </Dialog>
  );
};

import { Trans, useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import type { BackupRun } from '#contract/school/backups.ts';
import { call } from '#web/api/call.ts';
import { ActionButton } from '#web/ui/action-button.tsx';

export const isRunning = (runs: readonly BackupRun[]): boolean => runs.some(({ state }) => state === 'running');

interface BackUpButtonProps extends Pick<ComponentProps<typeof ActionButton>, 'tone'> {
  runs: readonly BackupRun[];
}

export const BackUpButton = ({ runs, tone }: BackUpButtonProps) => {
  const { t } = useLingui();
  return (
    <ActionButton
      tone={tone}
      isBusy={isRunning(runs)}
      run={() => call('POST /admin/backups', {})}
      messages={{ error: t`The backup could not be started` }}
      changes={['backups']}
    >
      <Trans>Back up now</Trans>
    </ActionButton>
  );
};

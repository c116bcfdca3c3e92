import { Trans } from '@lingui/react/macro';
import { CircleAlert, Hourglass } from 'lucide-react';
import { useSay } from '#web/ui/language/language.tsx';

/** Below what was written and is not on the server yet. */
export const Unsent = ({ refused }: { refused: string }) => {
  const say = useSay();
  const Icon = refused ? CircleAlert : Hourglass;
  return (
    <p className={`mt-2 flex items-start gap-2 pe-3 text-xs ${refused ? 'text-error' : 'text-muted'}`}>
      <Icon size={14} className="mt-0.5 shrink-0" aria-hidden="true" />
      {refused ? (
        <Trans>Not saved. {{ refused: say(refused) }}</Trans>
      ) : (
        <Trans>On this device. It’s sent once you’re online.</Trans>
      )}
    </p>
  );
};

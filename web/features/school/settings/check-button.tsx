import { type ReactNode, useState } from 'react';
import { errorMessage } from '#web/api/api-error.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/forms/fields.tsx';

interface CheckButtonProps {
  /** Resolves to what was found. */
  run: () => Promise<string>;
  /** Shown when the server gave no message. */
  failure: string;
  isDisabled: boolean;
  children: ReactNode;
}

/** Tries settings out, and shows below what was found. */
export function CheckButton({ run, failure, isDisabled, children }: CheckButtonProps) {
  const [outcome, setOutcome] = useState<{ tone: 'success' | 'error'; text: string }>();
  const checking = useAction({
    run: async () => {
      setOutcome(undefined);
      setOutcome({ tone: 'success', text: await run() });
    },
    messages: { error: failure },
    onError: (error) => setOutcome({ tone: 'error', text: errorMessage(error, failure) }),
  });
  return (
    <div className="space-y-3">
      <Button
        tone="quiet"
        isDisabled={isDisabled}
        isBusy={checking.isBusy}
        onClick={() => void checking.start(undefined)}
      >
        {children}
      </Button>
      {outcome && <FormAlert tone={outcome.tone}>{outcome.text}</FormAlert>}
    </div>
  );
}

import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { sentenceOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/forms/fields.tsx';

interface Keys {
  keyId: string;
  planId: string;
  keySecret?: string | undefined;
}

interface KeyCheckProps {
  /** As they are entered now, saved or not. */
  keysOf: () => Keys;
  isDisabled: boolean;
}

/** Asks the provider about the keys, and shows in place what it says. */
export function KeyCheck({ keysOf, isDisabled }: KeyCheckProps) {
  const [outcome, setOutcome] = useState<{ tone: 'success' | 'error'; text: string }>();
  const checking = useAction({
    run: async () => {
      setOutcome(undefined);
      const { keyId, planId, keySecret } = keysOf();
      const body = { keyId, planId, ...(keySecret ? { keySecret } : {}) };
      const { found } = await call('POST /admin/settings/payments/check', { body });
      setOutcome({ tone: 'success', text: found });
    },
    messages: { error: messages.settings.checkFailed },
    onError: (error) => setOutcome({ tone: 'error', text: sentenceOf(error, messages.settings.checkFailed) }),
  });
  return (
    <div>
      <Button
        tone="quiet"
        isDisabled={isDisabled}
        isBusy={checking.isBusy}
        onClick={() => void checking.start(undefined)}
      >
        <RefreshCw size={16} aria-hidden="true" />
        Check connection
      </Button>
      {outcome && (
        <div className="mt-3">
          <FormAlert tone={outcome.tone}>{outcome.text}</FormAlert>
        </div>
      )}
    </div>
  );
}

import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { PaymentSettings } from '#contract/billing/payment-settings.ts';
import type { Descriptor } from '#contract/languages/language.ts';
import { modeNames } from '#web/features/billing/provider/mode-names.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';

type Mode = PaymentSettings['mode'];

const modes: Record<Mode, Record<'hint' | 'question' | 'consequence' | 'confirm' | 'stay', Descriptor>> = {
  test: {
    hint: msg`Test purchases only. Nobody is charged.`,
    question: msg`Switch to test mode?`,
    consequence: msg`Nobody can pay real money while test mode is on. Refunds of live payments still work. Where test payments are allowed, live purchases give no access until you switch back.`,
    confirm: msg`Switch to test mode`,
    stay: msg`Stay in live mode`,
  },
  live: {
    hint: msg`Buyers pay real money.`,
    question: msg`Switch to live mode?`,
    consequence: msg`Buyers pay real money from then on. Test purchases are kept, but they give no access and are not listed while live mode is on.`,
    confirm: msg`Switch to live mode`,
    stay: msg`Stay in test mode`,
  },
};

interface QuestionProps {
  mode: Mode;
  isBusy: boolean;
  onConfirm: () => void;
  onStay: () => void;
}

/** Explains the switch, and asks for a word, because a slip would cost money or access. */
function Question({ mode, isBusy, onConfirm, onStay }: QuestionProps) {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const [word, setWord] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { question, consequence, confirm, stay } = modes[mode];
  const isConfirmed = word.trim().toLowerCase() === mode;
  const confirmByEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (isConfirmed) onConfirm();
  };
  return (
    <fieldset className="mt-4 flex gap-3 rounded-box border border-warning bg-warning/8 p-4">
      <legend className="sr-only">{_(question)}</legend>
      <TriangleAlert size={20} className="mt-0.5 text-warning" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold" aria-hidden="true">
          {_(question)}
        </p>
        <p className="measure mt-1 text-sm">{_(consequence)}</p>
        <div className="mt-4 max-w-64">
          <TextField
            label={t`Type ${mode} to confirm`}
            ref={field}
            autoComplete="off"
            autoCapitalize="none"
            value={word}
            onChange={({ target }) => setWord(target.value)}
            onKeyDown={confirmByEnter}
          />
        </div>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button tone="quiet" onClick={onStay}>
            {_(stay)}
          </Button>
          <Button isDisabled={!isConfirmed} isBusy={isBusy} onClick={onConfirm}>
            {_(confirm)}
          </Button>
        </div>
      </div>
    </fieldset>
  );
}

interface ModeSwitchProps {
  mode: Mode;
  isBusy: boolean;
  onSwitch: (mode: Mode) => Promise<void>;
}

/** The switch moves only after the confirmation. */
export function ModeSwitch({ mode, isBusy, onSwitch }: ModeSwitchProps) {
  const { _ } = useLanguage();
  const id = useId();
  const [asked, setAsked] = useState<Mode>();
  const confirm = async (next: Mode): Promise<void> => {
    await onSwitch(next);
    setAsked(undefined);
  };
  return (
    <fieldset>
      <legend className="field-label">
        <Trans>Mode</Trans>
      </legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {(['test', 'live'] as const).map((name) => (
          <div key={name} className="relative flex min-h-11 gap-3 rounded-field border border-line p-3">
            <input
              id={`${id}-${name}`}
              type="radio"
              name={id}
              className="radio radio-sm mt-0.5"
              aria-describedby={`${id}-${name}-hint`}
              checked={mode === name}
              onChange={() => setAsked(name)}
            />
            <div className="min-w-0">
              <label
                htmlFor={`${id}-${name}`}
                className="block cursor-pointer font-semibold after:absolute after:inset-0"
              >
                {_(modeNames[name])}
              </label>
              <p id={`${id}-${name}-hint`} className="meta">
                {_(modes[name].hint)}
              </p>
            </div>
          </div>
        ))}
      </div>
      {asked !== undefined && asked !== mode && (
        <Question
          key={asked}
          mode={asked}
          isBusy={isBusy}
          onConfirm={() => void confirm(asked)}
          onStay={() => setAsked(undefined)}
        />
      )}
    </fieldset>
  );
}

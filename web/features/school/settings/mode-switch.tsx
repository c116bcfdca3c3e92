import { TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { PaymentSettings } from '#contract/billing/payment-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';

type Mode = PaymentSettings['mode'];

const modes: Record<Mode, { name: string; hint: string; question: string; consequence: string; stay: string }> = {
  test: {
    name: 'Test',
    hint: 'Test purchases only. Nobody is charged.',
    question: 'Switch to test mode?',
    consequence:
      'Nobody can pay real money while test mode is on. Refunds of live payments still work. Where test payments are allowed, live purchases give no access until you switch back.',
    stay: 'Stay in live mode',
  },
  live: {
    name: 'Live',
    hint: 'Buyers pay real money.',
    question: 'Switch to live mode?',
    consequence:
      'Buyers pay real money from then on. Test purchases are kept, but they give no access and are not listed while live mode is on.',
    stay: 'Stay in test mode',
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
  const [word, setWord] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { question, consequence, stay } = modes[mode];
  const isConfirmed = word.trim().toLowerCase() === mode;
  const confirmByEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (isConfirmed) onConfirm();
  };
  return (
    <fieldset className="mt-4 flex gap-3 rounded-box border border-warning bg-warning/8 p-4">
      <legend className="sr-only">{question}</legend>
      <TriangleAlert size={20} className="mt-0.5 text-warning" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold" aria-hidden="true">
          {question}
        </p>
        <p className="measure mt-1 text-sm">{consequence}</p>
        <div className="mt-4 max-w-64">
          <TextField
            label={`Type ${mode} to confirm`}
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
            {stay}
          </Button>
          <Button isDisabled={!isConfirmed} isBusy={isBusy} onClick={onConfirm}>
            {question.replace('?', '')}
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
  const id = useId();
  const [asked, setAsked] = useState<Mode>();
  const confirm = async (next: Mode): Promise<void> => {
    await onSwitch(next);
    setAsked(undefined);
  };
  return (
    <fieldset>
      <legend className="field-label">Mode</legend>
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
                {modes[name].name}
              </label>
              <p id={`${id}-${name}-hint`} className="meta">
                {modes[name].hint}
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

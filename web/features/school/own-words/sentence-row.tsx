import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { type OwnSentence, ownWords } from '#contract/school/own-words.ts';
import { call } from '#web/api/call.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/forms/fields.tsx';
import { LeaveGuard } from '#web/ui/forms/leave-guard.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { placeNames } from './place-names.ts';

const said = messages.ownWords;

interface RowProps {
  language: string;
  sentence: OwnSentence;
}

/** A sentence with where it stands, which is changed in its place. */
export function SentenceRow({ language, sentence }: RowProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const { original, standard, own, isShown } = sentence;
  const shown = own ?? standard;
  return (
    <li className="space-y-2 border-t border-line px-5 py-4 sm:px-6">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-52 wrap-anywhere">
          <p className="font-medium" lang={language} dir="auto">
            {shown}
          </p>
          {own !== null && isShown && standard !== original && (
            <p className="meta" lang={language} dir="auto">
              <Trans>Default: {standard}</Trans>
            </p>
          )}
          {original !== shown && (
            <p className="meta" lang="en" dir="auto">
              {original}
            </p>
          )}
          <Places sentence={sentence} />
        </div>
        <div className="flex flex-wrap gap-2">
          {own !== null && <Reset {...{ language, sentence }} />}
          {isShown && (
            <Button
              tone="quiet"
              size="small"
              aria-expanded={isOpen}
              aria-label={t`Change: ${shown}`}
              onClick={() => setOpen(!isOpen)}
            >
              <Trans>Change</Trans>
            </Button>
          )}
        </div>
      </div>
      {isOpen && <SentenceForm {...{ language, sentence }} onClose={() => setOpen(false)} />}
    </li>
  );
}

const Places = ({ sentence: { places, context, isShown } }: { sentence: OwnSentence }) => {
  const { _ } = useLanguage();
  if (!isShown)
    return (
      <p className="meta">
        <Trans>No longer shown: this version has no such sentence.</Trans>
      </p>
    );
  return (
    <p className="meta">{[...places.map((place) => _(placeNames[place])), context].filter(Boolean).join(' · ')}</p>
  );
};

const Reset = ({ language, sentence: { id, own, isShown } }: RowProps) => {
  const { t } = useLingui();
  return (
    <ActionButton
      tone="quiet"
      size="small"
      aria-label={isShown ? t`Reset: ${own ?? ''}` : t`Remove: ${own ?? ''}`}
      run={() => call('DELETE /admin/words/:language/:id', { params: { language, id } })}
      messages={{ error: said.resetFailed }}
      changes={['own-words']}
    >
      {isShown ? <Trans>Reset</Trans> : <Trans>Remove</Trans>}
    </ActionButton>
  );
};

function SentenceForm({ language, sentence, onClose }: RowProps & { onClose: () => void }) {
  const { t } = useLingui();
  const { id, standard, own, hints } = sentence;
  const { form, field, isBusy, onSubmit } = useContractForm({
    schema: ownWords.save.body,
    defaults: { text: own ?? standard },
    messages: { error: said.saveFailed, incomplete: '' },
    run: (body) => call('PUT /admin/words/:language/:id', { params: { language, id }, body }),
    onSuccess: onClose,
    changes: ['own-words'],
  });
  const hasParts = /[{<]/.test(standard);
  return (
    <form noValidate aria-label={t`Your sentence`} className="space-y-3" onSubmit={onSubmit}>
      <TextArea
        label={t`Your sentence`}
        rows={2}
        maxLength={1000}
        lang={language}
        hint={hasParts && [t`Keep what stands in braces, and the tags.`, ...hints].join(' ')}
        {...field('text', said.incomplete)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" isBusy={isBusy}>
          <Trans>Save</Trans>
        </Button>
        <Button tone="ghost" size="small" isDisabled={isBusy} onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
      <LeaveGuard isDirty={form.formState.isDirty} />
    </form>
  );
}

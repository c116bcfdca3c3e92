import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentType, type ReactNode, useState } from 'react';
import { CHARACTERS_AT_ONCE, placeOf, TEXTS_AT_ONCE } from '#contract/catalog/translation-messages.ts';
import type { SchoolTranslations } from '#contract/catalog/translations.ts';
import { messages } from '#contract/messages.ts';
import type { Part } from '#web/api/query.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/forms/fields.tsx';
import { LeaveGuard } from '#web/ui/forms/leave-guard.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';
import { stateNames } from './translation-states.ts';

type Translations = SchoolTranslations['texts'];
type Texts = Readonly<Record<string, string>>;

/** As many as are saved at once. */
const partsOf = (texts: Texts): [string, string][][] => {
  const parts: [string, string][][] = [];
  let characters = 0;
  for (const [key, text] of Object.entries(texts)) {
    characters += text.length;
    const part = parts.at(-1);
    if (part && part.length < TEXTS_AT_ONCE && characters <= CHARACTERS_AT_ONCE) part.push([key, text]);
    else {
      parts.push([[key, text]]);
      characters = text.length;
    }
  }
  return parts;
};

/** So that most of a long text is seen at once. */
const rowsFor = (original: string): number => Math.min(24, Math.max(2, Math.ceil(original.length / 40)));

interface TextProps {
  name: string;
  /** It is shown only as a translation of exactly the words that are there. */
  isExact: boolean;
  /** The language of the translation. */
  language: string;
  text: Translations[string];
  value: string;
  onChange: (value: string) => void;
  /** Below the original. */
  children: ReactNode;
}

function TranslatedText({ name, isExact, language, text, value, onChange, children }: TextProps) {
  const { t } = useLingui();
  const { original, originalLanguage, state } = text;
  return (
    <li className="grid gap-3 border-t border-line py-5 lg:grid-cols-2 lg:gap-6">
      <div className="min-w-0">
        <p className="text-sm text-muted">{t(stateNames[state])}</p>
        <p className="mt-1 wrap-anywhere whitespace-pre-line" lang={originalLanguage} dir="auto">
          {original}
        </p>
        {children}
      </div>
      <div className="min-w-0">
        <Field label={name}>
          {(described) => (
            <textarea
              {...described}
              className="textarea w-full"
              rows={rowsFor(original)}
              lang={language}
              dir="auto"
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </Field>
        {(state === 'outdated' || state === 'draft') && value === text.translation && (
          <p className="mt-1 text-sm text-muted">
            {state === 'draft' && <Trans>Learners do not see a draft.</Trans>}
            {state === 'outdated' &&
              (isExact ? (
                <Trans>The original changed after this was translated. Learners see the original.</Trans>
              ) : (
                <Trans>The original changed after this was translated. Learners still see it.</Trans>
              ))}
          </p>
        )}
      </div>
    </li>
  );
}

interface FormProps {
  language: string;
  texts: Translations;
  save: (part: { texts: Texts; seen: Texts }) => Promise<unknown>;
  /** What is fetched again. */
  changes: readonly Part[];
  isExact: (key: string) => boolean;
  /** Shown below an original. */
  Note?: ComponentType<{ textKey: string; language: string }>;
}

/** Each text beside its original. */
export function TranslationForm({ language, texts, save, changes, isExact, Note }: FormProps) {
  const reader = useLanguage();
  const [changed, setChanged] = useState<Texts>({});
  const isDirty = Object.keys(changed).length > 0;
  const { isBusy, start } = useAction({
    run: async (sent: Texts) => {
      for (const part of partsOf(sent))
        await save({
          texts: Object.fromEntries(part),
          seen: Object.fromEntries(part.flatMap(([key]) => (texts[key] ? [[key, texts[key].digest]] : []))),
        });
    },
    messages: { error: messages.translations.saveFailed, success: messages.translations.saved },
    // What was typed meanwhile stays.
    onSuccess: (_done, sent) =>
      setChanged((now) => Object.fromEntries(Object.entries(now).filter(([key, text]) => sent[key] !== text))),
    changes,
    toastId: 'translations',
  });
  const unread = Object.entries(texts).filter(([, { state }]) => state === 'outdated' || state === 'draft');
  const confirmed = Object.fromEntries(unread.map(([key, { translation }]) => [key, translation]));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void start(changed);
      }}
    >
      <LeaveGuard isDirty={isDirty} isOfQuery />
      <ul>
        {Object.entries(texts).map(([key, text]) => (
          <TranslatedText
            key={key}
            name={reader._(placeOf(key))}
            isExact={isExact(key)}
            {...{ language, text }}
            value={changed[key] ?? text.translation}
            onChange={(value) => {
              const { [key]: _before, ...others } = changed;
              setChanged(value === text.translation ? others : { ...others, [key]: value });
            }}
          >
            {Note && <Note textKey={key} language={language} />}
          </TranslatedText>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isBusy} isDisabled={!isDirty}>
          <Trans>Save translations</Trans>
        </Button>
        {unread.length > 0 && !isDirty && (
          <Button tone="quiet" isBusy={isBusy} onClick={() => void start(confirmed)}>
            <Trans>All of these are still right</Trans>
          </Button>
        )}
      </div>
    </form>
  );
}

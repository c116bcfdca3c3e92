import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ManagedCourse } from '#contract/catalog/authoring.ts';
import { CHARACTERS_AT_ONCE, placeOf, TEXTS_AT_ONCE } from '#contract/catalog/translation-messages.ts';
import { messages } from '#contract/messages.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/forms/fields.tsx';
import { LeaveGuard } from '#web/ui/forms/leave-guard.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';
import { PanelSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { TranslationCounts } from './translation-counts.tsx';
import { TranslationDrafts } from './translation-drafts.tsx';
import { TranslationFile } from './translation-file.tsx';
import { stateNames } from './translation-states.ts';

type Translations = ResponseOf<'GET /courses/:courseId/translations/:language'>;
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
  isQuestion: boolean;
  /** The language of the translation. */
  language: string;
  originalLanguage: string;
  text: Translations['texts'][string];
  value: string;
  onChange: (value: string) => void;
}

function TranslatedText({ name, isQuestion, language, originalLanguage, text, value, onChange }: TextProps) {
  const { t } = useLingui();
  const { original, state } = text;
  return (
    <li className="grid gap-3 border-t border-line py-5 lg:grid-cols-2 lg:gap-6">
      <div className="min-w-0">
        <p className="text-sm text-muted">{t(stateNames[state])}</p>
        <p className="mt-1 wrap-anywhere whitespace-pre-line" lang={originalLanguage} dir="auto">
          {original}
        </p>
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
              (isQuestion ? (
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

function TranslationForm({ courseId, translations }: { courseId: string; translations: Translations }) {
  const reader = useLanguage();
  const { language, originalLanguage, texts } = translations;
  const [changed, setChanged] = useState<Texts>({});
  const isDirty = Object.keys(changed).length > 0;
  const { isBusy, start } = useAction({
    run: async (sent: Texts) => {
      for (const part of partsOf(sent))
        await call('PUT /courses/:courseId/translations/:language', {
          params: { courseId, language },
          body: {
            texts: Object.fromEntries(part),
            seen: Object.fromEntries(part.flatMap(([key]) => (texts[key] ? [[key, texts[key].digest]] : []))),
          },
        });
    },
    messages: { error: messages.translations.saveFailed, success: messages.translations.saved },
    // What was typed meanwhile stays.
    onSuccess: (_done, sent) =>
      setChanged((now) => Object.fromEntries(Object.entries(now).filter(([key, text]) => sent[key] !== text))),
    changes: ['courses', 'course-lists'],
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
            isQuestion={key.startsWith('questions.')}
            {...{ language, originalLanguage, text }}
            value={changed[key] ?? text.translation}
            onChange={(value) => {
              const { [key]: _before, ...others } = changed;
              setChanged(value === text.translation ? others : { ...others, [key]: value });
            }}
          />
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

const LANGUAGE = 'language';

/** The texts of a course in the further languages of the school. */
export function CourseTranslations({
  course: { _id: courseId, language },
}: {
  course: Pick<ManagedCourse, '_id' | 'language'>;
}) {
  const { t } = useLingui();
  const site = useSite();
  const further = site.languages.filter(({ code }) => code !== language);
  const [search, setSearch] = useSearchParams();
  const chosen = further.find(({ code }) => code === search.get(LANGUAGE))?.code ?? further[0]?.code ?? '';
  const params = { courseId, language: chosen };
  const query = useQuery(
    endpointQuery(['courses', courseId], 'GET /courses/:courseId/translations/:language', { params, staleTime: 0 }),
  );
  return (
    <Panel title={t`Translations`}>
      <p className="max-w-prose text-sm text-muted">
        <Trans>Learners who read in another language see what you translate. The rest stays as you wrote it.</Trans>
      </p>
      <TranslationCounts courseId={courseId} />
      <div className="my-5 max-w-xs">
        <Field label={t`Language`}>
          {(described) => (
            <select
              {...described}
              className="select h-12"
              value={chosen}
              onChange={({ target }) =>
                setSearch((now) => {
                  now.set(LANGUAGE, target.value);
                  return now;
                })
              }
            >
              {further.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <TranslationDrafts key={chosen} courseId={courseId} language={chosen} />
      <TranslationFile courseId={courseId} language={chosen} />
      <QueryBoundary query={query} skeleton={<PanelSkeleton />} failure={messages.translations.failure} isInPanel>
        {(translations) => (
          <TranslationForm key={translations.language} courseId={courseId} translations={translations} />
        )}
      </QueryBoundary>
    </Panel>
  );
}

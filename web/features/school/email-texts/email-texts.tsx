import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import type { EmailText } from '#contract/school/email-texts.ts';
import { emailTextNames } from '#contract/school/email-text-names.ts';
import { messages } from '#contract/messages.ts';
import { emailTextsQuery } from '#web/api/school-queries.ts';
import { pathTo } from '#web/app/path-to.ts';
import { Field } from '#web/ui/forms/fields.tsx';
import { FormSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { TextEditor } from './text-editor.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const labelOf = ({ id, isChanged, problem }: EmailText, { _ }: Language): string => {
  const name = _(emailTextNames[id][0]);
  if (problem !== null) return _(msg`${name} (needs attention)`);
  return isChanged ? _(msg`${name} (changed)`) : name;
};

function Texts({ texts }: { texts: readonly EmailText[] }) {
  const { t } = useLingui();
  const language = useLanguage();
  const navigate = useNavigate();
  const chosen = useSearchParams()[0].get('email');
  const current = texts.find(({ id }) => id === chosen) ?? texts.find(({ problem }) => problem !== null) ?? texts[0];
  if (!current) return null;
  return (
    <>
      <h2 className="text-title">
        <Trans>Texts of emails</Trans>
      </h2>
      <p className="mt-1 text-sm text-muted">
        <Trans>The text of each email. Changes apply from the next email.</Trans>
      </p>
      <div className="mt-5 max-w-md">
        <Field label={t`Email`} hint={language._(emailTextNames[current.id][1])}>
          {(described) => (
            <select
              {...described}
              className="select h-12"
              value={current.id}
              onChange={({ target }) => void navigate(pathTo('emailTexts', { email: target.value }))}
            >
              {texts.map((text) => (
                <option key={text.id} value={text.id}>
                  {labelOf(text, language)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <TextEditor key={current.id} text={current} />
    </>
  );
}

export function Component() {
  const { t } = useLingui();
  const query = useQuery(emailTextsQuery());
  return (
    <SettingsFrame section={t`Email texts`} isWide>
      {() => (
        <QueryBoundary query={query} skeleton={<FormSkeleton />} failure={messages.emailTexts.failure}>
          {({ emailTexts: texts }) => <Texts texts={texts} />}
        </QueryBoundary>
      )}
    </SettingsFrame>
  );
}

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

const labelOf = ({ id, isChanged, problem }: EmailText): string => {
  const [name] = emailTextNames[id];
  if (problem !== null) return `${name} (needs attention)`;
  return isChanged ? `${name} (changed)` : name;
};

function Texts({ texts }: { texts: readonly EmailText[] }) {
  const navigate = useNavigate();
  const chosen = useSearchParams()[0].get('email');
  const current = texts.find(({ id }) => id === chosen) ?? texts.find(({ problem }) => problem !== null) ?? texts[0];
  if (!current) return null;
  return (
    <>
      <h2 className="text-title">Texts of emails</h2>
      <p className="mt-1 text-sm text-muted">The text of each email. Changes apply from the next email.</p>
      <div className="mt-5 max-w-md">
        <Field label="Email" hint={emailTextNames[current.id][1]}>
          {(described) => (
            <select
              {...described}
              className="select h-12"
              value={current.id}
              onChange={({ target }) => void navigate(pathTo('emailTexts', { email: target.value }))}
            >
              {texts.map((text) => (
                <option key={text.id} value={text.id}>
                  {labelOf(text)}
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
  const query = useQuery(emailTextsQuery());
  return (
    <SettingsFrame section="Email texts" isWide>
      {() => (
        <QueryBoundary query={query} skeleton={<FormSkeleton />} failure={messages.emailTexts.failure}>
          {({ emailTexts: texts }) => <Texts texts={texts} />}
        </QueryBoundary>
      )}
    </SettingsFrame>
  );
}

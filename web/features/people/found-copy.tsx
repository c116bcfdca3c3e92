import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { FoundWatermark } from '#contract/classroom/watermark.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { useSchoolLanguage } from '#web/ui/language/use-school-language.ts';
import { formatMonth } from '#contract/format.ts';
import { call } from '#web/api/call.ts';
import { endpointQuery, invalidate } from '#web/api/query.ts';
import { pathTo } from '#web/app/path-to.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/forms/fields.tsx';
import { AdminPage } from '#web/ui/page/admin-page.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { PanelSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { RevokeDialog } from './access-dialogs.tsx';

const foundQuery = (code: string) =>
  endpointQuery('people', 'GET /admin/watermarks', { query: { code }, staleTime: 0 });

/** From the code in a copy to the person whose it was. */
export function Component() {
  const { t } = useLingui();
  const [search, setSearch] = useSearchParams();
  const code = (search.get('code') ?? '').slice(0, 40);
  const [typed, setTyped] = useState(code);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setSearch(typed.trim() === '' ? {} : { code: typed.trim() });
  };
  return (
    <AdminPage
      heading={t`A copy was found`}
      back={<BackLink to={pathTo('users')}>{t`People`}</BackLink>}
      lead={t`Type the code that you see in it. A code belongs to one person for one month. Codes of earlier months are found too.`}
    >
      <div className="mt-6 grid max-w-[44rem] gap-5">
        <form className="surface flex flex-wrap items-end gap-3 p-5 sm:p-6" onSubmit={onSubmit}>
          <TextField
            label={t`Code in the copy`}
            className="num uppercase"
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            required
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit">{t`Find the person`}</Button>
        </form>
        {code !== '' && <Found key={code} code={code} />}
      </div>
    </AdminPage>
  );
}

function Found({ code }: { code: string }) {
  const { t } = useLingui();
  const query = useQuery(foundQuery(code));
  return (
    <QueryBoundary query={query} skeleton={<PanelSkeleton />} failure={t`The code could not be looked up`} isInPanel>
      {({ found }) =>
        found ? (
          <>
            <Person found={found} />
            <Letter found={found} />
          </>
        ) : (
          <output>
            <Trans>
              Nobody has the code <strong>{code}</strong>. It has six letters and digits, none of them a vowel. Watch
              more of the copy: the code is shown again at other places.
            </Trans>
          </output>
        )
      }
    </QueryBoundary>
  );
}

/** The first day, which is in the month in every time zone. */
const monthOf = ({ month }: FoundWatermark, { locale }: Language): string =>
  formatMonth(`${month}-01T12:00:00Z`, 'UTC', locale);

function Person({ found }: { found: FoundWatermark }) {
  const { t } = useLingui();
  const language = useLanguage();
  const { code, person, courses } = found;
  const [isEnding, setEnding] = useState(false);
  const queryClient = useQueryClient();
  const params = { userId: person._id };
  return (
    <Panel title={t`Whose code it was`}>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar fullName={person.fullName} src={null} className="size-11" />
        <div className="min-w-0 flex-1">
          <p className="font-semibold wrap-anywhere">{person.fullName}</p>
          <p className="meta wrap-anywhere">{person.email}</p>
        </div>
        <LinkButton tone="quiet" to={pathTo('userAccess', params)}>
          <Trans>Open person</Trans>
        </LinkButton>
        <Button tone="danger" onClick={() => setEnding(true)}>
          <Trans>End access</Trans>
        </Button>
      </div>
      <p className="mt-4">{t`${code} was the code of ${{ month: monthOf(found, language) }}.`}</p>
      {courses.length > 0 && (
        <>
          <p className="mt-3">
            <Trans>Courses with a watermark that they watched in that month or since:</Trans>
          </p>
          <ul className="mt-1 list-disc ps-5">
            {courses.map(({ _id, title }) => (
              <li key={_id}>{title}</li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-3 text-sm text-muted">
        <Trans>Another person may have used the account or the device. Ask before you decide.</Trans>
      </p>
      {isEnding && (
        <RevokeDialog
          who={person.fullName}
          run={(body) => call('POST /admin/people/:userId/revoke', { params, body })}
          onDone={() => invalidate(queryClient, ['people'])}
          onClose={() => setEnding(false)}
        />
      )}
    </Panel>
  );
}

const letterTo = (found: FoundWatermark, school: string, language: Language): string => {
  const { code, person, courses } = found;
  const { _ } = language;
  const [only] = courses.length === 1 ? courses : [];
  const month = monthOf(found, language);
  return [
    _(msg`Dear ${person.fullName},`),
    only
      ? _(
          msg`A recording of “${only.title}” was found outside ${school}. It shows the code ${code}, which was yours in ${month}.`,
        )
      : _(
          msg`A recording of one of our lectures was found outside ${school}. It shows the code ${code}, which was yours in ${month}.`,
        ),
    _(
      msg`Please tell us within 7 days how this happened, and delete every copy that you made or shared. If another person used your account, change your password and log out your other devices under Security and data.`,
    ),
    _(msg`Please do not record or share our lectures.`),
    school,
  ].join('\n\n');
};

function Letter({ found }: { found: FoundWatermark }) {
  const { t } = useLingui();
  const ofSchool = useSchoolLanguage();
  const { brandName } = useSite();
  const [text, setText] = useState(() => letterTo(found, brandName, ofSchool));
  return (
    <Panel
      title={t`A letter to begin with`}
      aside={
        <CopyButton tone="quiet" text={text} done={t`Letter copied`}>
          <Trans>Copy</Trans>
        </CopyButton>
      }
    >
      <TextArea label={t`Letter`} rows={14} value={text} onChange={({ target }) => setText(target.value)} />
    </Panel>
  );
}

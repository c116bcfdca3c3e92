import { msg, plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import type { Brought } from '#contract/personal-data/personal-data.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { refreshUser } from '#web/app/session/use-session.ts';
import { FormAlert } from '#web/ui/forms/fields.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { formatDay } from '#contract/format.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const words = messages.personalData;

const changesIn = ({ fullName, hasPicture }: Brought, { _ }: Language): string => {
  const name = fullName === null ? '' : ` ${_(msg`Your name is now ${fullName}.`)}`;
  return hasPicture ? `${name} ${_(msg`You have a new picture.`)}` : name;
};

const skippedIn = ({ skipped, skippedLectures: titles }: Brought, { _ }: Language): string => {
  const about = titles.length === 0 ? '' : `: ${titles.join(', ')}`;
  const those = msg({
    message: plural(skipped, {
      one: '# note is about lectures that you don’t have here',
      other: '# notes are about lectures that you don’t have here',
    }),
  });
  return `${_(those)}${about}.`;
};

function Outcome({ brought }: { brought: Brought }) {
  const language = useLanguage();
  const { timeZone } = useSite();
  const { notes, certificates } = brought;
  return (
    <div className="mt-4 grid gap-3">
      <output className="block">
        <Plural value={notes} _0="No notes added." one="# note added." other="# notes added." />
        {changesIn(brought, language)}
      </output>
      {brought.skipped > 0 && <p className="meta">{skippedIn(brought, language)}</p>}
      {certificates.length > 0 && (
        <>
          <h3 className="font-semibold">
            <Trans>Your certificates there</Trans>
          </h3>
          <ul className="grid gap-2">
            {certificates.map(({ code, courseTitle, school, issuedAt, address }) => (
              <li key={code} className="wrap-anywhere">
                {address === null ? (
                  courseTitle
                ) : (
                  <a className="link" href={address} target="_blank" rel="noopener noreferrer">
                    {courseTitle}
                  </a>
                )}
                <span className="meta block">
                  {school}, {formatDay(issuedAt, timeZone, language.locale)}
                </span>
              </li>
            ))}
          </ul>
          <p className="meta">
            <Trans>They stay at the address of the school that issued them, which shows that they are valid.</Trans>
          </p>
        </>
      )}
    </div>
  );
}

interface Taken {
  takesName: boolean;
  takesPicture: boolean;
}

function TakenFields({ taken, take }: { taken: Taken; take: (changes: Partial<Taken>) => void }) {
  const { t } = useLingui();
  return (
    <div className="mt-4 grid gap-3">
      <CheckField
        label={t`Take my name`}
        hint={t`Certificates that you have here keep the name on them.`}
        checked={taken.takesName}
        onChange={({ currentTarget }) => take({ takesName: currentTarget.checked })}
      />
      <CheckField
        label={t`Take my picture`}
        hint={t`It replaces the one that you have here.`}
        checked={taken.takesPicture}
        onChange={({ currentTarget }) => take({ takesPicture: currentTarget.checked })}
      />
    </div>
  );
}

/** Notes, name and picture from the export of another school. */
export function BringNotes() {
  const { t } = useLingui();
  const [brought, setBrought] = useState<Brought>();
  const [failure, setFailure] = useState<string>();
  const [taken, setTaken] = useState<Taken>({ takesName: false, takesPicture: false });
  const bringing = useAction({
    run: (file: File) => {
      setBrought(undefined);
      setFailure(undefined);
      return call('POST /user/import', {
        fields: {
          ...(taken.takesName && { takesName: 'true' }),
          ...(taken.takesPicture && { takesPicture: 'true' }),
        },
        files: { file },
      });
    },
    messages: { success: words.brought, error: words.bringFailed },
    onError: (error) => setFailure(errorMessage(error, words.bringFailed)),
    onSuccess: async (result) => {
      setBrought(result);
      // What the page shows of the account is read again; it may wait until the next page.
      await refreshUser().catch(() => undefined);
    },
  });
  return (
    <Panel title={t`Your data from another school`}>
      <p className="text-muted">
        <Trans>
          Choose the ZIP with your data from another Lectern school. Your notes about the same lectures are added here.
          Progress and results are not, and certificates stay valid at their own address.
        </Trans>
      </p>
      <TakenFields taken={taken} take={(changes) => setTaken((newest) => ({ ...newest, ...changes }))} />
      <label className="btn btn-quiet mt-4 has-focus-visible:outline-2" aria-disabled={bringing.isBusy}>
        <FileUp size={18} aria-hidden="true" />
        <span aria-hidden="true">
          <Trans>Choose a file</Trans>
        </span>
        <input
          type="file"
          accept=".zip,application/zip"
          className="sr-only"
          aria-label={t`Choose the ZIP with your data`}
          disabled={bringing.isBusy}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            currentTarget.value = '';
            if (chosen) void bringing.start(chosen);
          }}
        />
      </label>
      {failure !== undefined && (
        <div className="mt-4">
          <FormAlert>{failure}</FormAlert>
        </div>
      )}
      {brought && <Outcome brought={brought} />}
    </Panel>
  );
}

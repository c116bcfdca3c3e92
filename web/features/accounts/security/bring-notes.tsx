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
import { formatCount, formatDay } from '#contract/format.ts';

const words = messages.personalData;

const notesIn = (notes: number): string => {
  if (notes === 0) return 'No notes added.';
  return notes === 1 ? '1 note added.' : `${formatCount(notes)} notes added.`;
};

const changesIn = ({ fullName, hasPicture }: Brought): string => {
  const name = fullName === null ? '' : ` Your name is now ${fullName}.`;
  return hasPicture ? `${name} You have a new picture.` : name;
};

const skippedIn = ({ skipped, skippedLectures: titles }: Brought): string => {
  if (skipped === 0) return '';
  const those = skipped === 1 ? '1 note is' : `${formatCount(skipped)} notes are`;
  const about = titles.length === 0 ? '' : `: ${titles.join(', ')}`;
  return `${those} about lectures that you don’t have here${about}.`;
};

function Outcome({ brought }: { brought: Brought }) {
  const { timeZone } = useSite();
  const { notes, certificates } = brought;
  return (
    <div className="mt-4 grid gap-3">
      <output className="block">
        {notesIn(notes)}
        {changesIn(brought)}
      </output>
      {brought.skipped > 0 && <p className="meta">{skippedIn(brought)}</p>}
      {certificates.length > 0 && (
        <>
          <h3 className="font-semibold">Your certificates there</h3>
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
                  {school}, {formatDay(issuedAt, timeZone)}
                </span>
              </li>
            ))}
          </ul>
          <p className="meta">
            They stay at the address of the school that issued them, which shows that they are valid.
          </p>
        </>
      )}
    </div>
  );
}

/** Notes, name and picture from the export of another school. */
export function BringNotes() {
  const [brought, setBrought] = useState<Brought>();
  const [failure, setFailure] = useState<string>();
  const [taken, setTaken] = useState({ takesName: false, takesPicture: false });
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
    <Panel title="Your data from another school">
      <p className="text-muted">
        Choose the ZIP with your data from another Lectern school. Your notes about the same lectures are added here.
        Progress and results are not, and certificates stay valid at their own address.
      </p>
      <div className="mt-4 grid gap-3">
        <CheckField
          label="Take my name"
          hint="Certificates that you have here keep the name on them."
          checked={taken.takesName}
          onChange={({ currentTarget }) => setTaken((newest) => ({ ...newest, takesName: currentTarget.checked }))}
        />
        <CheckField
          label="Take my picture"
          hint="It replaces the one that you have here."
          checked={taken.takesPicture}
          onChange={({ currentTarget }) => setTaken((newest) => ({ ...newest, takesPicture: currentTarget.checked }))}
        />
      </div>
      <label className="btn btn-quiet mt-4 has-focus-visible:outline-2" aria-disabled={bringing.isBusy}>
        <FileUp size={18} aria-hidden="true" />
        <span aria-hidden="true">Choose a file</span>
        <input
          type="file"
          accept=".zip,application/zip"
          className="sr-only"
          aria-label="Choose the ZIP with your data"
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

import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { call } from '#web/api/call.ts';
import { type PeopleImport, peopleImportQuery } from '#web/features/people/people-queries.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/forms/fields.tsx';
import { Panel } from '#web/ui/panel.tsx';

interface PanelProps {
  current: PeopleImport;
  onRestart: () => void;
}

const NONE = '';

const numberOf = (column: string): number | null => (column === NONE ? null : Number(column));

/** The columns of the file. Each choice is checked at once. */
export function ImportColumnsPanel({ current, onRestart }: PanelProps) {
  const { t } = useLingui();
  const { _id: importId, columns, fileName } = current;
  const [first, setFirst] = useState(String(columns?.name[0] ?? NONE));
  const [second, setSecond] = useState(String(columns?.name[1] ?? NONE));
  const [email, setEmail] = useState(String(columns?.email ?? NONE));
  const [plan, setPlan] = useState(String(columns?.plan ?? NONE));
  const [until, setUntil] = useState(String(columns?.until ?? NONE));
  const check = () => {
    const name = [first, second].filter((column) => column !== NONE).map(Number);
    const body = { name, email: Number(email), plan: numberOf(plan), until: numberOf(until) };
    return call('PUT /admin/people/imports/:importId/columns', { params: { importId }, body });
  };
  return (
    <Panel
      title={t`Match columns`}
      aside={
        <Button tone="quiet" onClick={onRestart}>
          <Trans>Choose another file</Trans>
        </Button>
      }
    >
      <p className="text-sm text-muted wrap-anywhere">{fileName}</p>
      <div className="mt-4 grid gap-4 sm:grid-cols-3">
        <ColumnField label={t`Name`} value={first} onChange={setFirst} current={current}>
          <option value={NONE}>{t`From the email`}</option>
        </ColumnField>
        <ColumnField label={t`Last name (optional)`} value={second} onChange={setSecond} current={current}>
          <option value={NONE}>{t`In the same column`}</option>
        </ColumnField>
        <ColumnField label={t`Email`} value={email} onChange={setEmail} current={current} />
        <ColumnField label={t`Plan (optional)`} value={plan} onChange={setPlan} current={current}>
          <option value={NONE}>{t`None`}</option>
        </ColumnField>
        <ColumnField label={t`Access until (optional)`} value={until} onChange={setUntil} current={current}>
          <option value={NONE}>{t`None`}</option>
        </ColumnField>
      </div>
      <ActionButton
        className="mt-5"
        tone="quiet"
        isDisabled={email === NONE}
        run={check}
        messages={{ error: t`The file could not be checked` }}
        onSuccess={(response, queryClient) => {
          queryClient.setQueryData(peopleImportQuery(importId).queryKey, response);
        }}
      >
        <Trans>Check again</Trans>
      </ActionButton>
    </Panel>
  );
}

interface ColumnFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  current: Pick<PeopleImport, 'header' | 'samples'>;
  /** Options before the columns. */
  children?: ReactNode;
}

/** Below it are values of the chosen column, which show whether it is the right one. */
const ColumnField = ({ label, value, onChange, current: { header, samples }, children }: ColumnFieldProps) => {
  const { t } = useLingui();
  const examples = value === NONE ? [] : samples.map((cells) => cells[Number(value)] ?? '').filter(Boolean);
  return (
    <Field label={label} hint={examples.join(', ')}>
      {(described) => (
        <select
          {...described}
          className="select w-full"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {children ?? (value === NONE && <option value={NONE}>{t`Choose a column`}</option>)}
          {header.map((title, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two columns may have the same title
            <option key={index} value={index}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
};

import { useQueryClient } from '@tanstack/react-query';
import { Ban, CalendarPlus, Download, KeyRound, type LucideIcon, Mail } from 'lucide-react';
import { useState } from 'react';
import { call, type CallOptions } from '#web/api/call.ts';
import { download, saveFile } from '#web/api/download.ts';
import { invalidatePeople, type PeopleQuery } from '#web/api/people-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { countOf } from '#web/ui/text/format.ts';
import type { Selection } from '#web/ui/table/use-selection.ts';
import { BlockDialog, EmailDialog, ExtendDialog, GrantDialog } from './access-dialogs.tsx';

type Filter = Pick<PeopleQuery, 'search' | 'status'>;
type Action = CallOptions<'POST /admin/people/bulk'>['body']['action'];

const buttons: readonly { kind: Action['kind']; label: string; Icon: LucideIcon }[] = [
  { kind: 'email', label: 'Email', Icon: Mail },
  { kind: 'grant', label: 'Grant access', Icon: KeyRound },
  { kind: 'extend', label: 'Extend', Icon: CalendarPlus },
  { kind: 'block', label: 'Block', Icon: Ban },
];

/** What can be done with the selected people. */
export function BulkActions({ selection, filter }: { selection: Selection; filter: Filter }) {
  const [dialog, setDialog] = useState<Action['kind']>();
  const queryClient = useQueryClient();
  const { keys, isEverything, count, clear } = selection;
  const exporting = useAction({
    run: () => {
      const query = isEverything ? filter : { userIds: keys.join(',') };
      return download('GET /admin/people/export', 'people.csv', { query });
    },
    messages: { loading: 'Preparing export...', success: 'Export downloaded', error: 'The export failed' },
    onSuccess: saveFile,
  });
  const people = isEverything ? { filter } : { userIds: [...keys] };
  const shared = {
    who: countOf(count, 'person', 'people'),
    onClose: () => setDialog(undefined),
    onDone: async () => {
      clear();
      await invalidatePeople(queryClient);
    },
  };
  const run = (action: Action) => call('POST /admin/people/bulk', { body: { people, action } });
  return (
    <>
      {buttons.map(({ kind, label, Icon }) => (
        <button key={kind} type="button" className="bulk-button" onClick={() => setDialog(kind)}>
          <Icon size={18} aria-hidden="true" />
          {label}
        </button>
      ))}
      <button
        type="button"
        className="bulk-button"
        disabled={exporting.isBusy}
        onClick={() => void exporting.start(undefined)}
      >
        <Download size={18} aria-hidden="true" />
        Export
      </button>
      {dialog === 'email' && <EmailDialog {...shared} run={(body) => run({ kind: 'email', ...body })} />}
      {dialog === 'grant' && <GrantDialog {...shared} run={(body) => run({ kind: 'grant', ...body })} />}
      {dialog === 'extend' && <ExtendDialog {...shared} run={(body) => run({ kind: 'extend', ...body })} />}
      {dialog === 'block' && <BlockDialog {...shared} run={(body) => run({ kind: 'block', ...body })} />}
    </>
  );
}

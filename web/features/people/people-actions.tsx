import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Ban, CalendarPlus, Download, KeyRound, type LucideIcon, Mail } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { NewPerson } from '#contract/people/person-changes.ts';
import { invalidate } from '#web/api/query.ts';
import { call, type CallOptions, download } from '#web/api/call.ts';
import { useExport } from '#web/ui/table/export.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import type { Selection } from '#web/ui/table/selection.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';
import { Sheet } from '#web/ui/dialogs/sheet.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { pathTo } from '#web/app/path-to.ts';
import { type PeopleQuery, unconfirmedQuery } from './people-queries.ts';
import { NoMailServer } from '#web/ui/no-mail-server.tsx';
import { BlockDialog, EmailDialog, ExtendDialog, GrantDialog } from './access-dialogs.tsx';

type Filter = Pick<PeopleQuery, 'search' | 'access' | 'account'>;
type Action = CallOptions<'POST /admin/people/bulk'>['body']['action'];

const buttons: readonly { kind: Action['kind']; label: MessageDescriptor; Icon: LucideIcon }[] = [
  { kind: 'email', label: msg({ message: 'Email', context: 'verb' }), Icon: Mail },
  { kind: 'grant', label: msg`Grant access`, Icon: KeyRound },
  { kind: 'extend', label: msg({ message: 'Extend', context: 'access' }), Icon: CalendarPlus },
  { kind: 'block', label: msg({ message: 'Block', context: 'verb' }), Icon: Ban },
];

const unconfirmedNote = (count: number, { _ }: Language): string | undefined =>
  count === 0
    ? undefined
    : _(
        msg({
          message: plural(count, {
            one: '# address is not confirmed: make sure that each account belongs to the person you mean.',
            other: '# addresses are not confirmed: make sure that each account belongs to the person you mean.',
          }),
        }),
      );

/** The actions on the selected people. */
export function BulkActions({ selection, filter }: { selection: Selection; filter: Filter }) {
  const { t } = useLingui();
  const language = useLanguage();
  const [dialog, setDialog] = useState<Action['kind']>();
  const queryClient = useQueryClient();
  const { keys, isEverything, count, clear } = selection;
  const chosen = isEverything ? filter : { userIds: keys.join(',') };
  const { data: unconfirmed } = useQuery({
    ...unconfirmedQuery(chosen),
    enabled: dialog === 'grant' || dialog === 'extend',
  });
  const exporting = useExport({
    run: () => download('GET /admin/people/export', 'people.csv', { query: chosen }),
    isFiltered: false,
  });
  const people = isEverything ? { filter } : { userIds: [...keys] };
  const shared = {
    who: t({ message: plural(count, { one: '# person', other: '# people' }), context: 'whom' }),
    warning: unconfirmed && unconfirmedNote(unconfirmed.count, language),
    onClose: () => setDialog(undefined),
    onDone: async () => {
      clear();
      await invalidate(queryClient, ['people']);
    },
  };
  const run = (action: Action) => call('POST /admin/people/bulk', { body: { people, action } });
  return (
    <>
      {buttons.map(({ kind, label, Icon }) => (
        <button key={kind} type="button" className="bulk-button" onClick={() => setDialog(kind)}>
          <Icon size={18} aria-hidden="true" />
          {t(label)}
        </button>
      ))}
      <button type="button" className="bulk-button" disabled={exporting.isBusy} onClick={exporting.onSelect}>
        <Download size={18} aria-hidden="true" />
        <Trans>Export</Trans>
      </button>
      {dialog === 'email' && <EmailDialog {...shared} run={(body) => run({ kind: 'email', ...body })} />}
      {dialog === 'grant' && <GrantDialog {...shared} run={(body) => run({ kind: 'grant', ...body })} />}
      {dialog === 'extend' && <ExtendDialog {...shared} run={(body) => run({ kind: 'extend', ...body })} />}
      {dialog === 'block' && <BlockDialog {...shared} run={(body) => run({ kind: 'block', ...body })} />}
    </>
  );
}

const admin = messages.admin;

/** An empty day gives no access. */
const Draft = NewPerson.extend({
  untilDay: z
    .string()
    .transform((day) => (day === '' ? null : day))
    .pipe(NewPerson.shape.untilDay.unwrap()),
});

/** Creates an account for a person, and opens their page. */
export function AddPerson({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { form, formError, isBusy, onSubmit, field } = useContractForm({
    schema: Draft,
    defaults: { fullName: '', email: '', untilDay: '' },
    messages: { error: t`Nobody was added. Please try again.`, incomplete: messages.people.nameMissing },
    run: (body) => call('POST /admin/people', { body }),
    onSuccess: async ({ person: { _id: userId } }): Promise<void> => {
      await invalidate(queryClient, ['people']);
      onClose();
      await navigate(pathTo('userAccess', { userId }));
    },
  });
  return (
    <Sheet
      title={t`Add person`}
      lead={
        <div className="px-5 pt-5">
          <p className="text-muted">
            <Trans>They get an email with a link, and set their password there.</Trans>
          </p>
          <NoMailServer isAhead />
        </div>
      }
      confirmLabel={t`Add and invite`}
      changeCount={Object.keys(form.formState.dirtyFields).length}
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextField
        label={t`Name`}
        autoComplete="off"
        data-first=""
        required
        {...field('fullName', messages.people.nameMissing)}
      />
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="off"
        required
        {...field('email', messages.people.emailMissing)}
      />
      <TextField
        label={t`Access until the end of`}
        type="date"
        hint={t`Leave empty to give no access yet.`}
        {...field('untilDay', admin.dayMissing)}
      />
    </Sheet>
  );
}

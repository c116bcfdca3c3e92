import { msg, plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Award, MessageCircle, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { DAY_MS } from '#contract/durations.ts';
import { EVERYTHING } from '#contract/access/everything.ts';
import type { Right } from '#contract/access/rights.ts';
import { messages } from '#contract/messages.ts';
import type { PlannedDeletion } from '#contract/personal-data/personal-data.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { formatDay } from '#contract/format.ts';
import { useNow } from '#web/ui/use-now.ts';
import { useRights } from '#web/features/billing/rights.ts';
import { securityPage, useRefreshSecurity } from './security-page.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';

const words = messages.personalData;

interface DeleteAccountProps {
  deletion: PlannedDeletion | null;
  certificates: number;
  hasPosts: boolean;
}

const MAX_NAMED = 3;

const remainderOf = ({ scope, title, endsAt }: Right, nowMs: number, { _ }: Language): string => {
  const name = scope === EVERYTHING ? _(msg`All courses`) : (title ?? _(msg`a course`));
  if (endsAt === null) return _(msg`lifetime access to ${name}`);
  const days = Math.ceil((Date.parse(endsAt) - nowMs) / DAY_MS);
  return _(msg`${plural(days, { one: '# day', other: '# days' })} of ${name}`);
};

/** The access that ends with the account. */
function Ending() {
  const { t } = useLingui();
  const language = useLanguage();
  const { rights } = useRights();
  const nowMs = useNow();
  if (rights.length === 0) return null;
  const more = rights.length - MAX_NAMED;
  const named = rights.slice(0, MAX_NAMED).map((right) => remainderOf(right, nowMs, language));
  return (
    <>
      <Trans>
        Your access ends with it:{' '}
        <strong className="font-semibold text-base-content">
          {[
            ...named,
            ...(more > 0 ? [t({ message: plural(more, { one: '# more course', other: '# more courses' }) })] : []),
          ].join(', ')}
        </strong>
        .
      </Trans>{' '}
    </>
  );
}

/** Deletes the account in two weeks, and takes that back until then. */
export function DeleteAccount({ deletion, certificates, hasPosts }: DeleteAccountProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  if (deletion) return <Planned {...{ deletion, certificates, hasPosts }} />;
  return (
    <Panel title={t`Delete my account`}>
      <p className="text-muted">
        <Trans>It happens in 14 days; until then you can take it back.</Trans> <Ending />
        <Trans>
          Progress, notes and quiz answers are deleted. Stars and receipts stay without your name, receipts for as long
          as tax law asks.
        </Trans>
      </p>
      <ul className="mt-3 space-y-2 text-sm">
        {certificates > 0 && (
          <li className="flex gap-3">
            <Award size={20} className="shrink-0 text-muted" aria-hidden="true" />
            <Plural
              value={certificates}
              one="You hold # certificate. You choose whether it can still be verified."
              other="You hold # certificates. You choose whether it can still be verified."
            />
          </li>
        )}
        {hasPosts && (
          <li className="flex gap-3">
            <MessageCircle size={20} className="shrink-0 text-muted" aria-hidden="true" />
            <Trans>You choose whether your questions and answers stay without your name.</Trans>
          </li>
        )}
      </ul>
      <Button tone="danger" className="mt-4" onClick={() => setOpen(true)}>
        <Trash2 size={18} aria-hidden="true" />
        <Trans>Delete my account</Trans>
      </Button>
      {isOpen && <DeleteDialog hasCertificates={certificates > 0} hasPosts={hasPosts} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

function Planned({ deletion, certificates, hasPosts }: DeleteAccountProps & { deletion: PlannedDeletion }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { deletesAt, isByAdmin, keepsPosts, keepsCertificates } = deletion;
  const { timeZone } = useSite();
  return (
    <Panel title={t`Your account will be deleted`}>
      <p className="text-muted">
        {isByAdmin && `${t`The school planned it for you.`} `}
        <Trans>On {formatDay(deletesAt, timeZone, locale)}.</Trans>{' '}
        {certificates > 0 &&
          `${keepsCertificates ? t`Your certificates can still be verified.` : t`Your certificates are withdrawn.`} `}
        {hasPosts &&
          `${
            keepsPosts
              ? t`Your questions and answers stay without your name.`
              : t`Your questions and answers are deleted.`
          } `}
        <Trans>Renewals of your purchases are off.</Trans>
      </p>
      <ActionButton
        className="mt-4"
        run={() => call('DELETE /user/deletion')}
        messages={{ error: words.takeBackFailed }}
        changes={securityPage}
      >
        <Trans>Keep my account</Trans>
      </ActionButton>
    </Panel>
  );
}

interface DialogProps {
  hasCertificates: boolean;
  hasPosts: boolean;
  onClose: () => void;
}

function DeleteDialog({ hasCertificates, hasPosts, onClose }: DialogProps) {
  const { t } = useLingui();
  const refresh = useRefreshSecurity();
  const [keepsPosts, setKeepsPosts] = useState(true);
  const [keepsCertificates, setKeepsCertificates] = useState(true);
  const request = useAction({
    run: () => call('POST /user/deletion', { body: { keepsPosts, keepsCertificates } }),
    messages: { error: words.planFailed },
    onSuccess: async () => {
      await refresh();
      onClose();
    },
  });
  return (
    <FormDialog
      title={t`Delete your account?`}
      lead={
        <p>
          <Trans>It happens in 14 days.</Trans> <Ending />
          <Trans>
            Until then you can log in, download your data, and take it back. A refund is still possible where your
            purchase allows it: ask for it first.
          </Trans>
        </p>
      }
      confirmLabel={t`Delete my account`}
      isDestructive
      isBusy={request.isBusy}
      formError={undefined}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void request.start(undefined);
      }}
    >
      {hasPosts && (
        <CheckField
          label={t`Keep my questions and answers`}
          hint={t`Without your name. They help other learners.`}
          checked={keepsPosts}
          onChange={(event) => setKeepsPosts(event.target.checked)}
        />
      )}
      {hasCertificates && (
        <CheckField
          label={t`Keep my certificates verifiable`}
          hint={t`Their pages stay, with your name. Otherwise they say that they were withdrawn.`}
          checked={keepsCertificates}
          onChange={(event) => setKeepsCertificates(event.target.checked)}
        />
      )}
    </FormDialog>
  );
}

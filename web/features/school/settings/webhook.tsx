import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { WebhookState } from '#contract/billing/payment-settings.ts';
import type { Descriptor } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { webhookQuery } from '#web/api/school-queries.ts';
import { Field } from '#web/ui/forms/fields.tsx';
import { formatMoment } from '#contract/format.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';

type Webhooks = z.output<typeof WebhookState>;

const outcomes: Record<Webhooks['events'][number]['outcome'], Descriptor> = {
  applied: msg`Recorded`,
  ignored: msg`Nothing to do`,
  unmatched: msg`Not from here`,
};

function Events({ events }: Pick<Webhooks, 'events'>) {
  const { _, locale } = useLanguage();
  const { timeZone } = useSite();
  if (events.length === 0)
    return (
      <p className="mt-2 text-sm text-muted">
        <Trans>No events yet</Trans>
      </p>
    );
  return (
    <ul className="mt-2">
      {events.map(({ type, outcome, receivedAt }) => (
        <li
          key={`${receivedAt} ${type}`}
          className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2.5 text-sm"
        >
          <code className="text-xs wrap-anywhere">{type}</code>
          <span className="text-muted">
            {_(outcomes[outcome])} · <span className="num">{formatMoment(receivedAt, timeZone, locale)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Where the provider sends its webhooks, and the last that arrived. */
export function Webhook() {
  const { t } = useLingui();
  const { data } = useQuery(webhookQuery());
  if (!data) return null;
  const { provider, address, events } = data.webhook;
  return (
    <>
      <Field label={t`Webhook address`} hint={t`Enter it in the dashboard of ${provider}, under Webhooks.`}>
        {(described) => (
          <div className="flex flex-wrap gap-3 sm:flex-nowrap">
            <input {...described} type="text" readOnly value={address} className="input bg-base-300" />
            <CopyButton tone="quiet" text={address} done={t`Address copied`}>
              <Trans>Copy</Trans>
            </CopyButton>
          </div>
        )}
      </Field>
      <div>
        <p className="field-label">
          <Trans>Last events</Trans>
        </p>
        <Events events={events} />
      </div>
    </>
  );
}

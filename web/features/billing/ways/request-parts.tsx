import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Mail, MessageCircle, Pencil, Phone, Undo2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { wayNames } from '#contract/billing/way-names.ts';
import { formatCalendarDay, formatDay, formatMoment, formatMoney } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import { daysOf } from '#web/features/batches/batch-words.ts';
import { call } from '#web/api/call.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmAction } from '#web/ui/dialogs/confirm-action.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { DetailList } from '#web/ui/panel.tsx';
import { isWaiting, type OwnRequest, waysQuery } from './ways-queries.ts';
import { useLanguage, useLocale, useSay } from '#web/ui/language/language.tsx';

const ChangeRequest = lazy(() => import('./change-request.tsx'));

interface RequestProps {
  request: OwnRequest;
}

const dots = {
  done: 'border-primary bg-primary',
  now: 'border-primary bg-base-100 shadow-[inset_0_0_0_3px_var(--color-base-100),inset_0_0_0_8px_var(--color-primary)]',
  open: 'border-line-strong bg-base-100',
} as const;

/** What happened, what happens now, and what follows. */
export function RequestSteps({ request: { sentAt }, what }: RequestProps & { what: string }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  const { data } = useQuery(waysQuery());
  const hours = data?.ask.hours ?? '';
  const steps = [
    { state: 'done', title: t`You paid and told the school`, note: formatMoment(sentAt, timeZone, locale) },
    { state: 'now', title: t`The school is checking your payment`, note: hours },
    {
      state: 'open',
      title: `${what.charAt(0).toUpperCase()}${what.slice(1)}`,
      note: t`Access starts on the day of payment.`,
    },
  ] as const;
  return (
    <ol className="surface mt-6 p-5">
      {steps.map(({ state, title, note }) => (
        <li
          key={title}
          aria-current={state === 'now' ? 'step' : undefined}
          className="relative flex gap-4 pb-5 last:pb-0 not-last:before:absolute not-last:before:inset-y-1 not-last:before:start-1.5 not-last:before:w-0.5 not-last:before:bg-line"
        >
          <span
            className={`relative mt-1.5 size-3.5 shrink-0 rounded-full border-2 ${dots[state]}`}
            aria-hidden="true"
          />
          <span className="min-w-0">
            <span className={`block ${state === 'open' ? 'text-muted' : 'font-semibold'}`}>{title}</span>
            {note && (
              <span dir="auto" className="block text-sm wrap-anywhere text-muted">
                {note}
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

const openedBy = ({ opens, planName }: OwnRequest): string =>
  opens !== 'everything' && opens.courses.length === 1 ? (opens.courses[0]?.title ?? planName) : planName;

/** What was said; while it waits it can be changed and withdrawn. */
export function RequestDetails({ request }: RequestProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const { locale } = language;
  const { timeZone, currencySymbol } = useSite();
  const say = useSay();
  const [isChanged, setChanged] = useState(false);
  const { order, amountInPaise, statedInPaise, way, reference, paidOn, keptUntil, batch, _id } = request;
  const keptUntilDay = formatDay(keptUntil, timeZone, locale);
  return (
    <section aria-label={t`What you sent`} className="surface mt-4 p-5">
      <DetailList
        details={[
          [t`Order`, order],
          [t`For`, openedBy(request)],
          [t`Batch`, batch && `${batch.name}, ${daysOf(batch, language)}`],
          [t`Your place`, batch && (isWaiting(request) ? t`Kept until ${keptUntilDay}` : t`Not kept any more`)],
          [
            t`Amount`,
            t`${{ amount: formatMoney(statedInPaise ?? amountInPaise, currencySymbol) }} by ${{ way: say(wayNames[way]) }}`,
          ],
          [
            t`Price`,
            statedInPaise === null || statedInPaise === amountInPaise
              ? null
              : formatMoney(amountInPaise, currencySymbol),
          ],
          [t`Reference`, reference || null],
          [t`Paid on`, formatCalendarDay(paidOn, locale)],
          [t`Price kept until`, isWaiting(request) ? keptUntilDay : null],
        ]}
      />
      {isWaiting(request) && (
        <div className="mt-2 flex flex-wrap gap-x-4 border-t border-line pt-2">
          <Button tone="ghost" className="-ms-3" onClick={() => setChanged(true)}>
            <Pencil size={16} aria-hidden="true" />
            <Trans>Change what I sent</Trans>
          </Button>
          <Withdraw requestId={_id} />
        </div>
      )}
      {isChanged && (
        <Suspense fallback={null}>
          <ChangeRequest request={request} onClose={() => setChanged(false)} />
        </Suspense>
      )}
    </section>
  );
}

const Withdraw = ({ requestId }: { requestId: string }) => {
  const { t } = useLingui();
  return (
    <ConfirmAction
      title={t`Withdraw this payment?`}
      confirmLabel={t`Withdraw`}
      cancelLabel={t`Keep it`}
      run={() => call('DELETE /payments/requests/:requestId', { params: { requestId } })}
      messages={{ success: messages.ways.withdrawn, error: t`It could not be withdrawn. Please try again.` }}
      changes={['own-requests']}
      renderTrigger={(open) => (
        <Button tone="ghost" className="-ms-3" onClick={open}>
          <Undo2 size={16} aria-hidden="true" />
          <Trans>Withdraw</Trans>
        </Button>
      )}
    >
      <Trans>The school stops looking for it, and nothing opens. If you have paid, ask the school for the money.</Trans>
    </ConfirmAction>
  );
};

/** Digits alone, as addresses of WhatsApp have them. */
const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, '');

/** Whom to ask; where nobody is set, the email address of the school. */
export function AskTheSchool({ request: { order } }: RequestProps) {
  const { data } = useQuery(waysQuery());
  if (!data) return null;
  const { name, hours, phone, email } = data.ask;
  if (!name && !phone && !email) return null;
  return (
    <section aria-labelledby="ask" className="surface mt-4 p-5">
      <h2 id="ask" className="text-title">
        <Trans>Ask about this payment</Trans>
      </h2>
      {name && (
        <div className="mt-3 flex items-center gap-3">
          <Avatar fullName={name} src={null} />
          <div className="min-w-0">
            <p dir="auto" className="font-semibold wrap-anywhere">
              {name}
            </p>
            <p dir="auto" className="meta wrap-anywhere">
              {hours}
            </p>
          </div>
        </div>
      )}
      <AskButtons phone={phone} email={email} order={order} />
    </section>
  );
}

const AskButtons = ({ phone, email, order }: { phone: string; email: string; order: string }) => (
  <>
    <div className="mt-4 flex flex-wrap gap-3 *:flex-1">
      {phone ? (
        <>
          <a
            href={`https://wa.me/${digitsOf(phone)}?text=${encodeURIComponent(`Order ${order}: `)}`}
            target="_blank"
            rel="noreferrer"
            className="btn btn-quiet"
          >
            <MessageCircle size={18} aria-hidden="true" />
            <Trans>WhatsApp</Trans>
          </a>
          <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className="btn btn-quiet">
            <Phone size={18} aria-hidden="true" />
            <Trans>Call</Trans>
          </a>
        </>
      ) : (
        <a href={`mailto:${email}?subject=${encodeURIComponent(`Order ${order}`)}`} className="btn btn-quiet">
          <Mail size={18} aria-hidden="true" />
          {email}
        </a>
      )}
    </div>
    {phone && (
      <p className="meta mt-2">
        <Trans>Your message starts with the order number.</Trans>
      </p>
    )}
  </>
);

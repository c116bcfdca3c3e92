import { useQuery } from '@tanstack/react-query';
import { Mail, MessageCircle, Pencil, Phone, Undo2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { wayNames } from '#contract/billing/way-names.ts';
import { formatCalendarDay, formatDay, formatMoment, formatMoney } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmAction } from '#web/ui/dialogs/confirm-action.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { DetailList } from '#web/ui/panel.tsx';
import { isWaiting, type OwnRequest, waysQuery } from './ways-queries.ts';

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
  const { timeZone } = useSite();
  const { data } = useQuery(waysQuery());
  const hours = data?.ask.hours ?? '';
  const steps = [
    { state: 'done', title: 'You paid and told the school', note: formatMoment(sentAt, timeZone) },
    { state: 'now', title: 'The school is checking your payment', note: hours },
    {
      state: 'open',
      title: `${what.charAt(0).toUpperCase()}${what.slice(1)}`,
      note: 'Access starts on the day of payment.',
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
  const { timeZone, currencySymbol } = useSite();
  const [isChanged, setChanged] = useState(false);
  const { order, amountInPaise, statedInPaise, way, reference, paidOn, keptUntil, _id } = request;
  return (
    <section aria-label="What you sent" className="surface mt-4 p-5">
      <DetailList
        details={[
          ['Order', order],
          ['For', openedBy(request)],
          ['Amount', `${formatMoney(statedInPaise ?? amountInPaise, currencySymbol)} by ${wayNames[way]}`],
          [
            'Price',
            statedInPaise === null || statedInPaise === amountInPaise
              ? null
              : formatMoney(amountInPaise, currencySymbol),
          ],
          ['Reference', reference || null],
          ['Paid on', formatCalendarDay(paidOn)],
          ['Price kept until', isWaiting(request) ? formatDay(keptUntil, timeZone) : null],
        ]}
      />
      {isWaiting(request) && (
        <div className="mt-2 flex flex-wrap gap-x-4 border-t border-line pt-2">
          <Button tone="ghost" className="-ms-3" onClick={() => setChanged(true)}>
            <Pencil size={16} aria-hidden="true" />
            Change what I sent
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

const Withdraw = ({ requestId }: { requestId: string }) => (
  <ConfirmAction
    title="Withdraw this payment?"
    confirmLabel="Withdraw"
    cancelLabel="Keep it"
    run={() => call('DELETE /payments/requests/:requestId', { params: { requestId } })}
    messages={{ success: messages.ways.withdrawn, error: 'It could not be withdrawn. Please try again.' }}
    changes={['own-requests']}
    renderTrigger={(open) => (
      <Button tone="ghost" className="-ms-3" onClick={open}>
        <Undo2 size={16} aria-hidden="true" />
        Withdraw
      </Button>
    )}
  >
    The school stops looking for it, and nothing opens. If you have paid, ask the school for the money.
  </ConfirmAction>
);

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
        Ask about this payment
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
            WhatsApp
          </a>
          <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className="btn btn-quiet">
            <Phone size={18} aria-hidden="true" />
            Call
          </a>
        </>
      ) : (
        <a href={`mailto:${email}?subject=${encodeURIComponent(`Order ${order}`)}`} className="btn btn-quiet">
          <Mail size={18} aria-hidden="true" />
          {email}
        </a>
      )}
    </div>
    {phone && <p className="meta mt-2">Your message starts with the order number.</p>}
  </>
);

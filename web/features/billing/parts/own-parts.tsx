import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, Clock } from 'lucide-react';
import { formatDay, formatMoney } from '#contract/format.ts';
import { Panel } from '#web/ui/panel.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { PartRows } from './part-rows.tsx';
import { overdueSentenceOf } from './part-words.ts';
import { PayLink } from './pay-link.tsx';
import { type OwnParts as Purchase, ownPartsQuery } from './parts-queries.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const isShown = ({ state }: Purchase): boolean => state === 'running' || state === 'paused';

const needsPayment = ({ parts }: Purchase): boolean =>
  parts.some(({ state }) => state === 'overdue' || state === 'grace' || state === 'due');

interface OwnPartsProps {
  /** Only what is to be paid now, in short. */
  isShort?: boolean;
  className?: string;
}

/** The purchases of which parts are left to pay; nothing without any. */
export default function OwnParts({ isShort = false, className = '' }: OwnPartsProps) {
  const { t } = useLingui();
  const { data } = useQuery(ownPartsQuery());
  const purchases = data?.purchases.filter((one) => isShown(one) && (!isShort || needsPayment(one))) ?? [];
  return purchases.map((purchase) =>
    isShort ? (
      <Due key={purchase.paymentId} purchase={purchase} className={className} />
    ) : (
      <Panel key={purchase.paymentId} title={t`${{ planName: purchase.planName }}, in parts`} className={className}>
        <PartRows parts={purchase.parts} />
        <Foot purchase={purchase} />
      </Panel>
    ),
  );
}

/** Until when there is access without another payment; while the school looks for one, that it does. */
const useSentence = ({ parts, isWaiting, pausesAt, leftInPaise }: Purchase): string => {
  const { t } = useLingui();
  const language = useLanguage();
  const { currencySymbol, timeZone, brandName } = useSite();
  if (isWaiting) return t`${brandName} looks for your payment.`;
  const amount = formatMoney(leftInPaise, currencySymbol);
  if (pausesAt === null) return overdueSentenceOf(parts, currencySymbol, language) ?? t`${amount} left to pay.`;
  const day = formatDay(pausesAt, timeZone, language.locale);
  return (
    overdueSentenceOf(parts, currencySymbol, language) ??
    t`${amount} left to pay. Without the next part, access pauses after ${day}.`
  );
};

function Foot({ purchase }: { purchase: Purchase }) {
  const sentence = useSentence(purchase);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p className="min-w-0 flex-1 basis-56 text-sm">{sentence}</p>
      {!purchase.isWaiting && <PayLink purchase={purchase} className="max-sm:w-full" />}
    </div>
  );
}

function Due({ purchase, className }: { purchase: Purchase; className: string }) {
  const { t } = useLingui();
  const sentence = useSentence(purchase);
  const Icon = purchase.isWaiting ? Clock : CircleAlert;
  return (
    <section
      aria-label={t`Parts of ${{ planName: purchase.planName }}`}
      className={`surface flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5 ${className}`}
    >
      <p className="flex min-w-0 flex-1 basis-64 gap-3">
        <Icon size={20} className="mt-1 shrink-0 text-warning" aria-hidden="true" />
        <span className="min-w-0">
          <span className="block font-semibold wrap-anywhere">{purchase.planName}</span>
          {sentence}
        </span>
      </p>
      {!purchase.isWaiting && <PayLink purchase={purchase} className="max-sm:w-full" />}
    </section>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Copy, Download, Smartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatMoney } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { type CallOptions, saveFile } from '#web/api/call.ts';
import type { Plan } from '#contract/billing/plans.ts';
import { fieldErrorsOf } from '#web/features/billing/checkout/checkout-queries.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { copyText } from '#web/ui/text/copy-text.ts';
import { qrPicture } from './qr-picture.ts';
import { TellTheSchool } from './tell-the-school.tsx';
import { type Offered, type PaymentOrder, paymentOrderQuery } from './ways-queries.ts';
import { Said } from '#web/ui/language/language.tsx';

/** A way of an offline payment. */
type OwnWayOffered = Offered['ways'][number] & { way: Exclude<Offered['ways'][number]['way'], 'online'> };

export interface PayTheSchoolProps {
  plan: Pick<Plan, '_id'>;
  order: Omit<CallOptions<'POST /payments/orders'>['body'], 'planId'>;
  /** The coupon is not being checked. */
  isPriceKnown: boolean;
  chosen: OwnWayOffered;
  /** Shows what is missing of the order; true when nothing is. */
  onContinue: () => boolean;
  /** The field errors of the order, by path. */
  onErrors: (errors: Record<string, string>) => void;
  /** Nothing is left to pay, and it is bought. */
  onBought: () => Promise<void>;
}

/** The order of the school. One of more than a plan is asked for when all of it is typed. */
const useSchoolOrder = ({ plan, order, isPriceKnown, onContinue, onErrors, onBought }: PayTheSchoolProps) => {
  const { asksBuyerState } = useSite();
  const { couponCode, gift, state, business, batchId } = order;
  const isPlain =
    [couponCode, gift, business, batchId].every((part) => part === undefined) &&
    (!asksBuyerState || state !== undefined);
  const body = { ...order, planId: plan._id };
  const [wanted, setWanted] = useState<typeof body>();
  const isAskedFor = (isPlain && isPriceKnown) || JSON.stringify(wanted) === JSON.stringify(body);
  const query = useQuery({ ...paymentOrderQuery(body), enabled: isAskedFor });
  const { data, error } = query;
  const isBought = data?.order.isPaid ?? false;
  useEffect(() => {
    if (error) onErrors(fieldErrorsOf(error));
    // Only another answer of the server is told.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [error]);
  useEffect(() => {
    if (isBought) void onBought();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isBought]);
  const isRefused = error !== null && Object.keys(fieldErrorsOf(error)).length > 0;
  const proceed = (): void => {
    if (!onContinue()) return;
    if (isAskedFor) void query.refetch();
    else setWanted(body);
  };
  const isMissing = !isAskedFor || isRefused || (query.isFetching && !isPlain && !data);
  return { query, body, isMissing, isBought, proceed };
};

/** What to pay and how, and then that it was paid. */
export function PayTheSchool(props: PayTheSchoolProps) {
  const { t } = useLingui();
  const { chosen } = props;
  const { currencySymbol } = useSite();
  const { query, body, isMissing, isBought, proceed } = useSchoolOrder(props);
  const { data, error } = query;
  // The order knows what it pays.
  const { upTo: _, ...sent } = body;
  if (isMissing)
    return (
      <div className="checkout-part pb-6 lg:pb-0">
        <Button tone="buy" size="large" className="w-full" isBusy={query.isFetching} onClick={proceed}>
          <Trans>Continue</Trans>
        </Button>
      </div>
    );
  if (error)
    return (
      <div className="checkout-part pb-6 lg:pb-0">
        <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching} isInPanel>
          {errorMessage(error, t`The order could not be loaded`)}
        </ErrorState>
      </div>
    );
  if (!data || isBought) return <Skeleton className="checkout-part mb-6 h-96" />;
  return (
    <div className="checkout-part pb-6 lg:pb-0">
      <section aria-labelledby="pay" className="border-t border-line pt-5">
        <h2 id="pay" className="text-title">
          <Trans>1. Pay</Trans>
        </h2>
        <HowToPay chosen={chosen} order={data.order} />
      </section>
      <section aria-labelledby="tell" className="mt-6 border-t border-line pt-5">
        <h2 id="tell" className="text-title">
          <Trans>2. Tell the school</Trans>
        </h2>
        <TellTheSchool
          way={chosen.way}
          amountInPaise={data.order.amountInPaise}
          label={t`I have paid ${{ amount: formatMoney(data.order.amountInPaise, currencySymbol) }}`}
          order={{ ...sent, orderId: data.order._id }}
        />
      </section>
    </div>
  );
}

interface HowToPayProps {
  chosen: OwnWayOffered;
  order: PaymentOrder;
}

/** Where the money goes, how much it is, and the number to pay with. */
function HowToPay({ chosen: { way, text, upiId }, order: { amountInPaise, number, upiLink } }: HowToPayProps) {
  const { t } = useLingui();
  const { currencySymbol, isTestMode } = useSite();
  return (
    <>
      {isTestMode && (
        <p className="mt-3 font-semibold text-warning">
          <Said>{messages.notices.testModeOwnWays}</Said>
        </p>
      )}
      {way === 'upi' && upiLink !== null && (
        <QrCode
          text={upiLink}
          label={t`QR code to pay ${{ amount: formatMoney(amountInPaise, currencySymbol) }} by UPI`}
          className="mx-auto mt-4 size-52 rounded-field md:size-60"
        />
      )}
      {text && (
        <p dir="auto" className="mt-3 wrap-anywhere whitespace-pre-line">
          {text}
        </p>
      )}
      <dl className="mt-4 text-sm">
        <Row name={t`Amount`} value={formatMoney(amountInPaise, currencySymbol)} />
        <Row name={t`Order`} value={number} copied={number} />
        {way === 'upi' && upiId !== undefined && <Row name={t`UPI ID`} value={upiId} copied={upiId} />}
      </dl>
      {way === 'upi' && upiLink !== null ? (
        <UpiButtons upiLink={upiLink} number={number} />
      ) : (
        <p className="meta mt-2">
          <Trans>Write the order number with your payment, so that the school finds it.</Trans>
        </p>
      )}
    </>
  );
}

const Row = ({ name, value, copied }: { name: string; value: string; copied?: string }) => {
  const { t } = useLingui();
  return (
    <div className="flex min-h-11 items-center gap-x-4">
      <dt className="text-muted">{name}</dt>
      <dd className="num ms-auto flex min-w-0 items-center gap-1 text-end font-semibold wrap-anywhere">
        {value}
        {copied !== undefined && (
          <button
            type="button"
            className="btn btn-ghost btn-square -me-2.5 shrink-0"
            aria-label={t`Copy ${name}`}
            onClick={() => void copyText(copied, t`${name} copied`)}
          >
            <Copy size={18} aria-hidden="true" />
          </button>
        )}
      </dd>
    </div>
  );
};

/** A phone cannot scan its own screen: it opens the app, or keeps the code for the app to read. */
function UpiButtons({ upiLink, number }: { upiLink: string; number: string }) {
  const save = async (): Promise<void> => {
    const content = await qrPicture(upiLink);
    if (content) saveFile({ name: `${number}.png`, content });
  };
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-3 *:flex-auto *:whitespace-nowrap">
        <a href={upiLink} className="btn btn-primary md:hidden">
          <Smartphone size={18} aria-hidden="true" />
          <Trans>Open UPI app</Trans>
        </a>
        <Button tone="quiet" onClick={() => void save()}>
          <Download size={18} aria-hidden="true" />
          <Trans>Save QR</Trans>
        </Button>
      </div>
      <p className="meta mt-2 md:hidden">
        <Trans>
          If your app refuses, scan the saved QR code in it, or pay to the UPI ID and write the order number as the
          note.
        </Trans>
      </p>
    </>
  );
}

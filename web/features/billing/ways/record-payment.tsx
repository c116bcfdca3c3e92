import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { z } from 'zod';
import type { OwnWay } from '#contract/billing/way-names.ts';
import { formatMoney } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';
import { fieldErrorsOf, type InvoiceTo } from '#web/features/billing/checkout/checkout-queries.ts';
import { InvoiceFields } from '#web/features/billing/checkout/invoice-fields.tsx';
import { formatRupeeInput, parseRupees } from '#web/features/billing/plans/rupee-input.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { Field, TextField } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { dayOf } from '#web/ui/text/days.ts';
import { randomId } from '#web/ui/text/random-id.ts';
import { useNow } from '#web/ui/use-now.ts';
import { BatchField, useBatchesOf } from './batch-field.tsx';
import { OpensSentence } from './opens-sentence.tsx';
import { CHANGED_BY_PAYMENTS } from './queue/request-queries.ts';
import { ReceivedFields, receivedDraft } from './received-fields.tsx';
import { expectedOf, type Item, takesAnyAmount, useItems } from './recorded-items.ts';
import { referenceOf } from './statement.ts';
import { WayButtons } from './way-buttons.tsx';

const draftOf = (way: OwnWay, priceInPaise: number) =>
  receivedDraft(priceInPaise).and(
    z.object({ planId: z.string().min(1, messages.ways.planMissing), reference: referenceOf(way) }),
  );

type Draft = z.input<ReturnType<typeof draftOf>>;
type Recorded = z.output<ReturnType<typeof draftOf>>;

interface RecordPaymentProps {
  person: { _id: string; fullName: string };
  /** Of their last purchase. */
  invoiceTo: InvoiceTo | null;
  /** The first payments of purchases in parts. */
  inParts?: readonly string[];
  onClose: () => void;
}

/** An offline payment, without a request of its buyer. */
export default function RecordPayment(props: RecordPaymentProps) {
  const items = useItems(props.inParts ?? []);
  const [first] = items;
  return first ? <Recording {...props} items={items} first={first} /> : null;
}

/** What it would open, for a plan and a day; it changes nothing. */
const previewQuery = (
  userId: string,
  order: Item['order'] & { batchId: string | undefined },
  receivedOn: string,
  amountInPaise: number,
  accessFrom: Draft['accessFrom'],
  invoiceTo: InvoiceTo,
) =>
  endpointQuery(['payment-requests', 'preview'], 'POST /admin/people/:userId/payments', {
    params: { userId },
    body: {
      ...invoiceTo,
      ...order,
      way: 'cash',
      reference: '',
      amountInPaise,
      receivedOn,
      accessFrom,
      isWarned: true,
      isDryRun: true,
    },
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

const isWarning = (error: unknown): boolean => error instanceof ApiError && error.code === 'payment_warning';

interface PlanFieldProps extends ComponentProps<'select'> {
  items: readonly Item[];
  error: string | undefined;
}

function PlanField({ items, error, ...select }: PlanFieldProps) {
  const { t } = useLingui();
  const { currencySymbol } = useSite();
  return (
    <Field label={t`For`} error={error}>
      {(described) => (
        <select className="select h-12" {...select} {...described}>
          {items.map(({ key, name, priceInPaise }) => (
            <option key={key} value={key}>
              {name}, {formatMoney(priceInPaise, currencySymbol)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function ReferenceField({ way, ...field }: { way: OwnWay } & Omit<ComponentProps<typeof TextField>, 'label'>) {
  const { t } = useLingui();
  return (
    <TextField
      label={way === 'upi' || way === 'bank' ? t`Reference` : t`Reference (optional)`}
      autoComplete="off"
      hint={way === 'upi' ? t`12 digits. A reference counts once.` : t`A reference counts once.`}
      maxLength={100}
      {...field}
    />
  );
}

interface WhatOpensProps extends Pick<Draft, 'receivedOn' | 'accessFrom'> {
  userId: string;
  item: Item;
  batchId: string | undefined;
  cameInPaise: number;
  invoiceTo: InvoiceTo;
}

/** What the payment opens, said before it is recorded. */
function WhatOpens({ userId, item, batchId, cameInPaise, invoiceTo, receivedOn, accessFrom }: WhatOpensProps) {
  const amountInPaise = Math.max(cameInPaise, expectedOf(item, cameInPaise));
  const { data } = useQuery(
    previewQuery(userId, { ...item.order, batchId }, receivedOn, amountInPaise, accessFrom, invoiceTo),
  );
  if (!data) return null;
  return (
    <p className="rounded-box bg-info/8 px-4 py-3 text-sm">
      <OpensSentence payment={{ ...data.payment, amountInPaise: cameInPaise }} planName={item.name} />
    </p>
  );
}

/** Whom the tax invoice is made out to, where the school issues them. */
const useInvoiceTo = (known: InvoiceTo | null) => {
  const { asksBuyerState } = useSite();
  const [chosen, setChosen] = useState<InvoiceTo>(known ?? {});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [wasPressed, setPressed] = useState(false);
  const isMissing = asksBuyerState && chosen.state === undefined && chosen.business === undefined;
  return {
    invoiceTo: asksBuyerState ? chosen : {},
    isMissing,
    press: () => setPressed(true),
    refuse: (error: unknown) => setErrors(fieldErrorsOf(error)),
    fields: asksBuyerState && (
      <InvoiceFields
        whose="others"
        value={chosen}
        onChange={setChosen}
        errors={errors}
        showsMissingState={wasPressed && isMissing}
      />
    ),
  };
};

interface RecordingProps extends RecordPaymentProps {
  items: readonly Item[];
  first: Item;
}

const useRecording = (
  { person, invoiceTo: known, first, onClose }: RecordingProps,
  { way, item, batchId }: { way: OwnWay; item: Item; batchId: string | undefined },
) => {
  const { t } = useLingui();
  const { timeZone } = useSite();
  const [idempotencyKey] = useState(randomId);
  const now = useNow();
  const [isWarned, setWarned] = useState(false);
  const invoice = useInvoiceTo(known);
  const recorded = useContractForm<Draft, Recorded, unknown>({
    schema: draftOf(way, takesAnyAmount(item) ? 0 : item.priceInPaise),
    defaults: {
      planId: first.key,
      reference: '',
      amountInPaise: formatRupeeInput(first.priceInPaise),
      receivedOn: dayOf(now, timeZone),
      accessFrom: 'received',
      reason: '',
    },
    messages: {
      error: t`The payment was not recorded. Please try again: it counts once.`,
      incomplete: messages.ways.amountMissing,
    },
    run: (body) =>
      call('POST /admin/people/:userId/payments', {
        params: { userId: person._id },
        body: { ...invoice.invoiceTo, ...body, ...item.order, batchId, way, isWarned, idempotencyKey },
      }).catch((error: unknown) => {
        if (isWarning(error)) setWarned(true);
        invoice.refuse(error);
        throw error;
      }),
    onSuccess: () => onClose(),
    changes: CHANGED_BY_PAYMENTS,
  });
  return { ...recorded, invoice, isWarned, setWarned };
};

function Recording(props: RecordingProps) {
  const { person, items, first, onClose } = props;
  const { t } = useLingui();
  const { currencySymbol } = useSite();
  const [way, setWay] = useState<OwnWay>('upi');
  const [item, setItem] = useState(first);
  const [batchId, setBatchId] = useState<string>();
  const batches = useBatchesOf(item.order.planId, item.courses);
  const recording = useRecording(props, { way, item, batchId });
  const { form, formError, isBusy, onSubmit, field, isWarned, setWarned, invoice } = recording;
  const { invoiceTo } = invoice;
  const [amount, receivedOn, accessFrom] = form.watch(['amountInPaise', 'receivedOn', 'accessFrom']);
  const cameInPaise = parseRupees(amount) ?? item.priceInPaise;
  const came = formatMoney(cameInPaise, currencySymbol);
  const choose = (key: string): void => {
    const chosen = items.find((one) => one.key === key) ?? first;
    setItem(chosen);
    setBatchId(undefined);
    setWarned(false);
    form.setValue('amountInPaise', formatRupeeInput(chosen.priceInPaise));
  };
  const planField = field('planId', messages.ways.planMissing);
  return (
    <FormDialog
      title={t`Record a payment`}
      lead={<p>{t`An offline payment from ${person.fullName}`}</p>}
      confirmLabel={isWarned ? t`Record anyway ${came}` : t`Record ${came}`}
      onSubmit={(event) => {
        invoice.press();
        if (invoice.isMissing) event.preventDefault();
        else onSubmit(event);
      }}
      {...{ formError, isBusy, onClose }}
    >
      <WayButtons way={way} onChoose={setWay} />
      <PlanField
        items={items}
        {...planField}
        onChange={(event) => {
          choose(event.target.value);
          return planField.onChange(event);
        }}
      />
      {batches.length > 0 && <BatchField {...{ batches, batchId }} onChoose={setBatchId} />}
      <ReceivedFields
        priceInPaise={expectedOf(item, cameInPaise)}
        amount={amount}
        receivedOn={receivedOn}
        field={field}
      />
      <ReferenceField way={way} {...field('reference', messages.ways.referenceMissing)} />
      {invoice.fields}
      {receivedOn !== '' && !invoice.isMissing && (
        <WhatOpens userId={person._id} {...{ item, batchId, cameInPaise, invoiceTo, receivedOn, accessFrom }} />
      )}
    </FormDialog>
  );
}

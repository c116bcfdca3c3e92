import { msg, plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, History, Link, Pencil, Plus, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { messages } from '#contract/messages.ts';
import type { AdminPlan } from '#contract/billing/plans.ts';
import { call } from '#web/api/call.ts';
import { adminPlansQuery } from '#web/features/billing/billing-queries.ts';
import { openSheet } from '#web/ui/dialogs/open-dialogs.ts';
import { Badge } from '#web/ui/panel.tsx';
import { Button } from '#web/ui/button.tsx';
import { ActionDialog } from '#web/ui/dialogs/confirm-action.tsx';
import { copyText } from '#web/ui/text/copy-text.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { formatCount, formatDay, formatMoney } from '#contract/format.ts';
import { AdminPage } from '#web/ui/page/admin-page.tsx';
import { QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { Rows } from '#web/ui/table/table-rows.tsx';
import type { Column } from '#web/ui/table/use-table.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useRefreshSite } from '#web/ui/page/use-refresh-site.ts';
import { pathTo } from '#web/app/path-to.ts';
import { inPartsOf } from '#web/features/billing/plan-terms.tsx';
import { Coupons } from '#web/features/billing/coupons/coupons.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { PlanDialog } from './plan-dialog.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';
import { termWords, useTermWords } from '#web/ui/language/term-words.ts';

const ExtendSheet = lazyPart(() => import('#web/features/billing/extensions/extend-sheet.tsx'));

type Opened = { dialog: 'edit' | 'extend' | 'versions' | 'delete'; plan: AdminPlan } | { dialog: 'add' };

const linkOf = ({ _id }: AdminPlan): string => `${globalThis.location.origin}${pathTo('checkout', { plan: _id })}`;

const Actions = ({ plan, onOpen }: { plan: AdminPlan; onOpen: (opened: Opened) => void }) => {
  const { t } = useLingui();
  return (
    <RowMenu
      label={t`Actions for ${plan.name}`}
      items={[
        { label: t`Edit`, icon: Pencil, onSelect: () => onOpen({ dialog: 'edit', plan }) },
        { label: t`Extend access`, icon: CalendarPlus, onSelect: () => onOpen({ dialog: 'extend', plan }) },
        { label: t`Versions`, icon: History, onSelect: () => onOpen({ dialog: 'versions', plan }) },
        { label: t`Copy link`, icon: Link, onSelect: () => void copyText(linkOf(plan), t`Link copied`) },
        ...(plan.isDefault
          ? []
          : [
              {
                label: t`Delete`,
                icon: Trash2,
                isDestructive: true,
                onSelect: () => onOpen({ dialog: 'delete', plan } as const),
              },
            ]),
      ]}
    />
  );
};

interface ColumnNeeds {
  currencySymbol: string;
  onOpen: (opened: Opened) => void;
}

const whyNotSold = ({ opens, term }: AdminPlan, { _ }: Language): string => {
  if (term.unit !== 'until') return _(msg`Its courses are drafts or deleted`);
  return opens === 'everything' ? _(msg`It has ended`) : _(msg`It has ended, or its courses are drafts or deleted`);
};

/** "3 courses, 1 year, renews". */
const contentOf = (plan: AdminPlan, language: Language): string => {
  const { opens, term, isRenewing, parts } = plan;
  const { _ } = language;
  const { length, forLength } = termWords(language);
  return [
    opens === 'everything'
      ? _(msg`All courses`)
      : _(msg({ message: plural(opens.courseIds.length, { one: '# course', other: '# courses' }) })),
    term.unit === 'lifetime' ? forLength(term) : length(term),
    isRenewing && _(msg`renews`),
    parts && inPartsOf(plan, language),
  ]
    .filter(Boolean)
    .join(', ');
};

const planColumns = ({ currencySymbol, onOpen }: ColumnNeeds, language: Language): readonly Column<AdminPlan>[] => [
  {
    id: 'plan',
    title: language._(msg`Plan`),
    kind: 'name',
    cell: ({ name }) => name,
    note: (plan) => (
      <>
        {contentOf(plan, language)}
        {plan.isDefault && `. ${language._(msg`Offered first`)}`}
        {!plan.isSold && `. ${whyNotSold(plan, language)}`}
        {!plan.isVisible && <span className="block font-mono wrap-anywhere">{linkOf(plan)}</span>}
      </>
    ),
  },
  {
    id: 'price',
    title: language._(msg`Price`),
    kind: 'number',
    inList: 'status',
    cell: ({ priceInPaise }) => (
      <span className="num font-semibold">
        {priceInPaise === 0 ? language._(msg`Free`) : formatMoney(priceInPaise, currencySymbol)}
      </span>
    ),
  },
  {
    id: 'members',
    title: language._(msg`Have access`),
    kind: 'number',
    inList: 'detail',
    cell: ({ holders, members }) => (
      <>
        {formatCount(holders)}
        {members < holders && (
          <span className="meta block">
            <Trans>{formatCount(members)} through this plan</Trans>
          </span>
        )}
      </>
    ),
    inWords: ({ holders, members }) =>
      members < holders
        ? language._(msg`${formatCount(holders)} with access, ${formatCount(members)} through this plan`)
        : language._(msg`${formatCount(holders)} with access`),
  },
  {
    id: 'sales',
    title: language._(msg`This year`),
    kind: 'number',
    inList: 'detail',
    cell: ({ salesInPaise }) => formatMoney(salesInPaise, currencySymbol),
    inWords: ({ salesInPaise }) => language._(msg`${formatMoney(salesInPaise, currencySymbol)} this year`),
  },
  {
    id: 'state',
    title: language._(msg`State`),
    inList: 'status',
    cell: ({ isSold, isVisible }) => (
      <Badge isGood={isSold && isVisible}>
        {!isSold ? language._(msg`Not sold`) : isVisible ? language._(msg`On sale`) : language._(msg`Link only`)}
      </Badge>
    ),
  },
  {
    id: 'actions',
    title: language._(msg`Actions`),
    kind: 'actions',
    cell: (plan) => <Actions {...{ plan, onOpen }} />,
  },
];

function VersionsDialog({ plan, onClose }: { plan: AdminPlan; onClose: () => void }) {
  const language = useLanguage();
  const { t } = useLingui();
  const locale = useLocale();
  const { label } = useTermWords();
  const { currencySymbol, timeZone } = useSite();
  return (
    <Dialog
      isOpen
      title={t`Versions of ${plan.name}`}
      onClose={onClose}
      actions={
        <Button tone="quiet" size="large" data-first="" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <ul>
        {plan.versions.map((version) => (
          <li key={version.number} className="border-t border-line py-3 first:border-t-0">
            <p className="flex justify-between gap-4 font-semibold">
              <span>
                <Trans>Version {{ version: version.number }}</Trans>
              </span>
              <span className="num">{formatMoney(version.priceInPaise, currencySymbol)}</span>
            </p>
            <p className="meta">
              {version.isRenewing
                ? t`${{ length: label(version.term) }}, renews, refund within ${{ days: version.refundDays }} days.`
                : version.parts
                  ? t`${{ length: label(version.term) }}, paid once ${{ parts: inPartsOf(version, language) }}, refund within ${{ days: version.refundDays }} days.`
                  : t`${{ length: label(version.term) }}, paid once, refund within ${{ days: version.refundDays }} days.`}{' '}
              {version.madeAt && `${t`Since ${{ day: formatDay(version.madeAt, timeZone, locale) }}.`} `}
              <Trans>
                <Plural value={version.members} one="# member" other="# members" />,{' '}
                {formatMoney(version.salesInPaise, currencySymbol)} this year.
              </Trans>
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function DeleteDialog({ plan, onClose }: { plan: AdminPlan; onClose: () => void }) {
  const { t } = useLingui();
  const refreshSite = useRefreshSite();
  return (
    <ActionDialog
      title={t`Delete ${plan.name}?`}
      confirmLabel={t`Delete plan`}
      cancelLabel={t`Keep plan`}
      run={() => call('DELETE /admin/plans/:planId', { params: { planId: plan._id } })}
      messages={{ error: messages.plans.failed }}
      onSuccess={refreshSite}
      changes={['plans']}
      onClose={onClose}
    >
      <Trans>
        Nobody can buy it any more, also with its link. Members keep what they bought, and renewals continue.
      </Trans>
    </ActionDialog>
  );
}

function Opened({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  if (opened.dialog === 'add') return <PlanDialog onClose={onClose} />;
  const { dialog, plan } = opened;
  if (dialog === 'edit') return <PlanDialog plan={plan} onClose={onClose} />;
  if (dialog === 'extend')
    return (
      <Suspense>
        <ExtendSheet about={{ planId: plan._id }} name={plan.name} onClose={onClose} />
      </Suspense>
    );
  return dialog === 'versions' ? (
    <VersionsDialog plan={plan} onClose={onClose} />
  ) : (
    <DeleteDialog plan={plan} onClose={onClose} />
  );
}

export function Component() {
  const { t } = useLingui();
  const language = useLanguage();
  const { currencySymbol } = useSite();
  const query = useQuery(adminPlansQuery());
  const [opened, setOpened] = useState<Opened>();
  const open = (next: Opened) => openSheet(() => setOpened(next));
  return (
    <AdminPage
      heading={t`Plans`}
      lead={t`Everything your school sells, and its coupons`}
      action={
        <Button tone="quiet" onClick={() => open({ dialog: 'add' })}>
          <Plus size={18} aria-hidden="true" />
          <Trans>Add plan</Trans>
        </Button>
      }
    >
      <section aria-label={t`Plans`} className="surface table-surface mt-6">
        <QueryBoundary query={query} failure={t`The plans could not be loaded`} messageClass="p-5" isInPanel>
          {({ plans }) => (
            <Rows
              label={t`Plans`}
              rows={plans}
              columns={planColumns({ currencySymbol, onOpen: open }, language)}
              keyOf={({ _id }) => _id}
            />
          )}
        </QueryBoundary>
      </section>
      <div className="mt-6">
        <Coupons plans={query.data?.plans ?? []} />
      </div>
      {opened && <Opened opened={opened} onClose={() => setOpened(undefined)} />}
    </AdminPage>
  );
}

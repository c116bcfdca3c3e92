import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BookOpen, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AdminPlan } from '#contract/billing/plans.ts';
import type { ManagedCourse } from '#contract/catalog/authoring.ts';
import { formatCount, formatMoney } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { pathTo } from '#web/app/path-to.ts';
import { adminPlansQuery } from '#web/features/billing/billing-queries.ts';
import { effectsOf } from '#web/features/billing/plans/plan-opens.tsx';
import { Button } from '#web/ui/button.tsx';
import { ActionDialog } from '#web/ui/dialogs/confirm-action.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useRefreshSite } from '#web/ui/page/use-refresh-site.ts';
import { Panel } from '#web/ui/panel.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';
import { useTermWords } from '#web/ui/language/term-words.ts';

type Price = ResponseOf<'GET /admin/courses/:courseId/price'>['price'];
type Bundle = Price['bundles'][number];

interface BundlesProps {
  course: ManagedCourse;
  price: Price;
}

const coursesOf = ({ opens }: AdminPlan): readonly string[] => (opens === 'everything' ? [] : opens.courseIds);

/** Puts the course into the plan, or takes it out. */
const toggled = (plan: AdminPlan, courseId: string): string[] => {
  const others = coursesOf(plan).filter((id) => id !== courseId);
  return others.length < coursesOf(plan).length ? others : [...others, courseId];
};

/** The plans on sale that open the course with others. */
export function Bundles({ course, price }: BundlesProps) {
  const { t } = useLingui();
  const [planId, setPlanId] = useState<string>();
  const plans = useQuery(adminPlansQuery()).data?.plans ?? [];
  const changing = plans.find(({ _id }) => _id === planId);
  const others = plans.filter((plan) => {
    const courseIds = coursesOf(plan);
    return !courseIds.includes(course._id) && courseIds.length > 0;
  });
  return (
    <Panel
      title={t`Bundles that contain it`}
      aside={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {others.length > 0 && <AddToBundle plans={others} onAdd={setPlanId} />}
          <Link to={pathTo('plans')} className="link text-sm">
            <Trans>All plans</Trans>
          </Link>
        </span>
      }
    >
      {price.bundles.length === 0 ? (
        <p className="text-sm text-muted">
          <Trans>None is on sale.</Trans>
        </p>
      ) : (
        <ul className="divide-y divide-line text-sm">
          {price.bundles.map((bundle) => (
            <Row key={bundle.planId} bundle={bundle} onTakeOut={() => setPlanId(bundle.planId)} />
          ))}
        </ul>
      )}
      {changing && <ChangeDialog {...{ course, price }} plan={changing} onClose={() => setPlanId(undefined)} />}
    </Panel>
  );
}

const AddToBundle = ({ plans, onAdd }: { plans: readonly AdminPlan[]; onAdd: (planId: string) => void }) => {
  const { t } = useLingui();
  return (
    <RowMenu
      label={t`Add to a bundle`}
      className="btn btn-quiet btn-sm"
      items={plans.map((plan) => ({
        label: plan.name,
        icon: BookOpen,
        hint: t({ message: plural(coursesOf(plan).length, { one: '# course', other: '# courses' }) }),
        onSelect: () => onAdd(plan._id),
      }))}
    >
      <Plus size={16} aria-hidden="true" />
      <Trans>Add to a bundle</Trans>
    </RowMenu>
  );
};

function Row({ bundle, onTakeOut }: { bundle: Bundle; onTakeOut: () => void }) {
  const { t } = useLingui();
  const { span } = useTermWords();
  const { currencySymbol } = useSite();
  const { name, priceInPaise, term, courses, holders } = bundle;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2.5">
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="meta">
          {courses === null
            ? t`All courses, always in it`
            : t({ message: plural(courses, { one: '# course', other: '# courses' }) })}
        </span>
      </span>
      <span className="text-end">
        <span className="num block">
          {formatMoney(priceInPaise, currencySymbol)} {span(term)}
        </span>
        <span className="meta">
          <Trans>{formatCount(holders)} with access</Trans>
        </span>
      </span>
      {courses !== null && (
        <Button tone="quiet" size="small" aria-label={t`Take out of ${name}`} onClick={onTakeOut}>
          <Trans>Take out</Trans>
        </Button>
      )}
    </li>
  );
}

/** Says what a change of a bundle does before it is made. Nothing else of the plan changes. */
function ChangeDialog({ course, price, plan, onClose }: BundlesProps & { plan: AdminPlan; onClose: () => void }) {
  const language = useLanguage();
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const refreshSite = useRefreshSite();
  const isIn = coursesOf(plan).includes(course._id);
  const [effect = isIn ? t`Later buyers do not get it.` : t`Later buyers get it too.`] = effectsOf(
    { plan, draft: { kind: 'courses', courseIds: toggled(plan, course._id) }, titleOf: () => course.title },
    language,
  );
  const isLast = isIn && price.kind === 'bundles' && price.bundles.length === 1;
  const run = async () => {
    // Somebody may have changed it meanwhile.
    const { plans } = await queryClient.fetchQuery({ ...adminPlansQuery(), staleTime: 0 });
    const now = plans.find(({ _id }) => _id === plan._id) ?? plan;
    const { name, priceInPaise, comparePriceInPaise, term, isRenewing, refundDays, isVisible } = now;
    const terms = { name, priceInPaise, comparePriceInPaise, term, isRenewing, refundDays, isVisible };
    const courseIds = coursesOf(now).includes(course._id) === isIn ? toggled(now, course._id) : [...coursesOf(now)];
    return call('PUT /admin/plans/:planId', {
      params: { planId: now._id },
      body: { ...terms, opens: { courseIds } },
    });
  };
  return (
    <ActionDialog
      title={isIn ? t`Take ${course.title} out of ${plan.name}?` : t`Add ${course.title} to ${plan.name}?`}
      confirmLabel={isIn ? t`Take out` : t`Add`}
      tone={isIn ? 'delete' : 'primary'}
      run={run}
      messages={{
        success: isIn ? t`Taken out of ${plan.name}` : t`Added to ${plan.name}`,
        error: messages.plans.failed,
      }}
      onSuccess={refreshSite}
      changes={['plans']}
      onClose={onClose}
    >
      {effect}
      {isLast && ` ${t`Nothing else sells this course, so nobody can buy it.`}`}
    </ActionDialog>
  );
}

import { Trans } from '@lingui/react/macro';
import { BadgeCheck } from 'lucide-react';
import { messages } from '#contract/messages.ts';
import type { Plan } from '#contract/billing/plans.ts';
import { pathTo } from '#web/app/path-to.ts';
import { accessSentenceOf } from '#web/features/billing/right-words.ts';
import { useRights } from '#web/features/billing/rights.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useLanguage, Said } from '#web/ui/language/language.tsx';

/** In the place of the button: what the user has already. */
export const AlreadyBought = ({ plan, onGive }: { plan: Plan; onGive: (() => void) | undefined }) => (
  <div className="checkout-part pb-6 lg:pb-0">
    <output className="mb-4 flex items-center gap-3 font-semibold">
      <BadgeCheck size={20} className="text-success" aria-hidden="true" />
      <AlreadyHas plan={plan} />
    </output>
    <LinkButton to={pathTo('courses')} size="large" className="w-full">
      <Trans>See all courses</Trans>
    </LinkButton>
    {onGive && (
      <Button tone="quiet" size="large" className="mt-3 w-full" onClick={onGive}>
        <Trans>Give it as a gift</Trans>
      </Button>
    )}
  </div>
);

/** Of a single course, until when and through what. */
function AlreadyHas({ plan: { opens } }: { plan: Plan }) {
  const { timeZone } = useSite();
  const language = useLanguage();
  const { rightTo } = useRights();
  const [only] = opens !== 'everything' && opens.courseIds.length === 1 ? opens.courseIds : [];
  const right = only === undefined ? undefined : rightTo(only);
  return right ? accessSentenceOf(right, timeZone, language) : language._(messages.payment.already);
}

export const NotOnSale = ({ reason }: { reason: string }) => (
  <div className="checkout-part pb-6 lg:pb-0">
    <output className="mb-4 block font-semibold">
      <Said>{reason}</Said>
    </output>
    <LinkButton to={pathTo('courses')} tone="quiet" size="large" className="w-full">
      <Trans>See all courses</Trans>
    </LinkButton>
  </div>
);

import { Trans } from '@lingui/react/macro';
import { formatMoney } from '#contract/format.ts';
import { pathTo } from '#web/app/path-to.ts';
import { rememberWantedCourse } from '#web/features/billing/wanted-course.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { namesOf, partsToPay, sumOfMissing } from './part-words.ts';
import type { OwnParts } from './parts-queries.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

interface PayLinkProps {
  purchase: OwnParts;
  /** To be opened again after the payment. */
  courseId?: string;
  isLarge?: boolean;
  className?: string;
}

/** "Pay part 2, ₹2,000". */
export function PayLink({ purchase, courseId, isLarge = false, className }: PayLinkProps) {
  const { currencySymbol } = useSite();
  const parts = partsToPay(purchase.parts);
  const names = namesOf(parts, useLanguage());
  const amount = formatMoney(sumOfMissing(parts), currencySymbol);
  return (
    <LinkButton
      to={pathTo('payParts', { paymentId: purchase.paymentId })}
      {...(isLarge ? { size: 'large' } : {})}
      tone="buy"
      className={className}
      onClick={() => courseId !== undefined && rememberWantedCourse(courseId)}
    >
      <Trans>
        Pay {names}, {amount}
      </Trans>
    </LinkButton>
  );
}

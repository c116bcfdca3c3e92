import type { ReactNode } from 'react';
import { LinkButton } from '#web/ui/button.tsx';
import { pathTo } from '#web/app/paths.ts';
import { rememberWantedCourse } from '#web/app/session/wanted-course.ts';

interface CheckoutLinkProps {
  /** Can be watched at once after the purchase. */
  courseId: string;
  className?: string;
  children: ReactNode;
}

/** Leads from a course to the checkout. */
export const CheckoutLink = ({ courseId, ...rest }: CheckoutLinkProps) => (
  <LinkButton
    {...rest}
    to={pathTo('checkout')}
    tone="buy"
    size="large"
    onClick={() => rememberWantedCourse(courseId)}
  />
);

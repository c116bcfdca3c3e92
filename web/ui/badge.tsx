import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

export type BadgeTone = 'good' | 'plain' | 'waiting' | 'bad';

/** How a state reads. */
export interface BadgeLabel {
  label: string;
  tone: BadgeTone;
}

const looks: Record<BadgeTone, string> = {
  good: 'badge-success',
  plain: 'badge-outline border-line-strong',
  waiting: 'badge-outline border-warning text-warning',
  bad: 'badge-outline border-error text-error',
};

interface BadgeProps {
  isGood?: boolean;
  /** Overrides `isGood`. The text must say the same, because colour alone is not accessible. */
  tone?: BadgeTone;
  children: ReactNode;
}

export const Badge = ({ isGood = false, tone = isGood ? 'good' : 'plain', children }: BadgeProps) => (
  <span className={`badge whitespace-nowrap ${looks[tone]}`}>
    {tone === 'good' && <Check size={14} aria-hidden="true" />}
    {children}
  </span>
);

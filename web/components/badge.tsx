import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

export type BadgeTone = 'good' | 'plain' | 'waiting' | 'bad';

const looks: Record<BadgeTone, string> = {
  good: 'badge-success',
  plain: 'badge-outline border-line-strong',
  waiting: 'badge-outline border-warning text-warning',
  bad: 'badge-outline border-error text-error',
};

interface BadgeProps {
  isGood?: boolean;
  /** Wins over `isGood`. The word says the same: never colour alone. */
  tone?: BadgeTone;
  children: ReactNode;
}

/** A state in one word: good ones have a tick as well as a colour. */
export const Badge = ({ isGood = false, tone = isGood ? 'good' : 'plain', children }: BadgeProps) => (
  <span className={`badge whitespace-nowrap ${looks[tone]}`}>
    {tone === 'good' && <Check size={14} aria-hidden="true" />}
    {children}
  </span>
);

import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

/** A state in one word: good ones have a tick as well as a colour. */
export const Badge = ({ isGood = false, children }: { isGood?: boolean; children: ReactNode }) => (
  <span className={`badge ${isGood ? 'badge-success' : 'badge-outline border-line-strong'}`}>
    {isGood && <Check size={14} aria-hidden="true" />}
    {children}
  </span>
);

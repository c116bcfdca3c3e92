import { strengthOf } from './strength-of.ts';

const shown = {
  short: 'At least 8 characters',
  weak: 'Easy to guess. Add a word or two.',
  good: 'Good. Hard to guess.',
} as const;

/** The hint of a field for a new password. */
export const PasswordStrength = ({ typed, own }: { typed: string; own?: readonly string[] }) =>
  shown[strengthOf(typed, own)];

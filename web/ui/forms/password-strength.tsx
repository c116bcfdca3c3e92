import { msg } from '@lingui/core/macro';
import { useLanguage } from '#web/ui/language/language.tsx';
import { strengthOf } from './strength-of.ts';

const shown = {
  short: msg`At least 8 characters`,
  weak: msg`Easy to guess. Add a word or two.`,
  good: msg`Good. Hard to guess.`,
} as const;

/** The hint of a field for a new password. */
export const PasswordStrength = ({ typed, own }: { typed: string; own?: readonly string[] }) =>
  useLanguage()._(shown[strengthOf(typed, own)]);

import { strengthOf } from './strength-of.ts';

const shown = {
  short: { bars: 0, look: '', text: 'At least 8 characters' },
  weak: { bars: 1, look: 'bg-error', text: 'Easy to guess. Add a word or two.' },
  good: { bars: 2, look: 'bg-warning', text: 'Good password' },
  strong: { bars: 3, look: 'bg-success', text: 'Strong password' },
} as const;

/** The hint of a field for a new password. */
export function PasswordStrength({ typed, own }: { typed: string; own?: readonly string[] }) {
  const { bars, look, text } = shown[strengthOf(typed, own)];
  return (
    <span className="flex items-center gap-3">
      <span>{text}</span>
      {bars > 0 && (
        <span className="flex gap-1" aria-hidden="true">
          {[1, 2, 3].map((bar) => (
            <span key={bar} className={`h-1 w-6 rounded-full ${bar <= bars ? look : 'bg-line-strong'}`} />
          ))}
        </span>
      )}
    </span>
  );
}

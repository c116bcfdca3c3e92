import { msg } from '@lingui/core/macro';
import { useLanguage } from '#web/ui/language/language.tsx';
const KEYS = [
  [['J', 'K'], msg`next, previous`],
  [['R'], msg`write`],
  [['S'], msg`skip to the end`],
] as const;

/** On the button that they press. */
export const SendKeys = () => <span className="font-normal opacity-80 max-lg:hidden">Ctrl Enter</span>;

/** What the keys of the queue do. */
export const KeyLegend = () => {
  const { _ } = useLanguage();
  return (
    <span className="me-auto flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted max-lg:hidden" aria-hidden="true">
      {KEYS.map(([keys, meaning]) => (
        <span key={keys.join()} className="flex items-center gap-1.5">
          {keys.map((key) => (
            <kbd key={key} className="kbd kbd-sm">
              {key}
            </kbd>
          ))}
          {_(meaning)}
        </span>
      ))}
    </span>
  );
};

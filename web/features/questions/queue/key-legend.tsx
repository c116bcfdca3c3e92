const KEYS = [
  [['J', 'K'], 'next, previous'],
  [['R'], 'write'],
  [['S'], 'skip to the end'],
] as const;

/** What the keys of the queue do. */
export const KeyLegend = () => (
  <span className="me-auto flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted max-lg:hidden" aria-hidden="true">
    {KEYS.map(([keys, meaning]) => (
      <span key={meaning} className="flex items-center gap-1.5">
        {keys.map((key) => (
          <kbd key={key} className="kbd kbd-sm">
            {key}
          </kbd>
        ))}
        {meaning}
      </span>
    ))}
  </span>
);

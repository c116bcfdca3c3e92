const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** 254 → "4 minutes 14 seconds", for screen readers. */
export const spokenTime = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [
    [Math.floor(whole / 3600), 'hour'],
    [Math.floor((whole % 3600) / 60), 'minute'],
    [whole % 60, 'second'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => counted(count, unit));
  return said.length > 0 ? said.join(' ') : counted(0, 'second');
};

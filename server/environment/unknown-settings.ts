/** Names of a mail server that other programs read. */
const BROUGHT = ['SMTP', 'MAIL'];
/** Standards, of which we read a part. */
const SHARED = ['OTEL'];
/** Of deploy/upgrade.sh. */
const OF_COMMANDS = new Set(['BACKUP_FOLDER']);
const MAX_LENGTH = 40;
const SHORT = 6;

/** How many letters differ; two that are swapped count as one. */
const distance = (a: string, b: string): number => {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, changed, swapped));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
};

/** How several names of ours begin, so that others with this beginning are meant for us. */
const beginningsOf = (names: readonly string[]): Set<string> => {
  const first = names.map((name) => name.split('_')[0] ?? '');
  const several = first.filter((word, index) => first.indexOf(word) !== index && !SHARED.includes(word));
  return new Set([...several, ...BROUGHT]);
};

const nearestTo = (given: string, names: readonly string[]): string | undefined => {
  const name = given.toUpperCase();
  const most = name.length < SHORT ? 1 : 2;
  const [nearest] = names
    .map((known) => ({
      known,
      letters: Math.abs(known.length - name.length) > most ? Infinity : distance(known, name),
    }))
    .filter(({ letters }) => letters <= most)
    .toSorted((a, b) => a.letters - b.letters);
  return nearest?.known;
};

/** A sentence for each name that looks like one of ours and is none. */
export const unknownSettings = (environment: Readonly<Record<string, unknown>>, names: readonly string[]): string[] => {
  const beginnings = beginningsOf(names);
  return Object.keys(environment).flatMap((name) => {
    if (names.includes(name) || OF_COMMANDS.has(name) || name.length > MAX_LENGTH) return [];
    const nearest = nearestTo(name, names);
    if (nearest !== undefined) return [`${name} is an unknown setting and has no effect: is ${nearest} meant?`];
    return /_/.test(name) && beginnings.has(name.split('_')[0] ?? '')
      ? [`${name} is an unknown setting and has no effect: .env.example lists all that have one`]
      : [];
  });
};

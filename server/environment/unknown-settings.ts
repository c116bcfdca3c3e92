import type { Environment } from './environment.ts';
import { settings } from './settings.ts';

/** How names of our settings begin; people bring such ones from other programs too. */
const OURS = /^(?:ADMIN|BACKUP|DATABASE|MAIL|MEDIA|RAZORPAY|S3|SELLER|SMTP)_/;
/** Of deploy/upgrade.sh. */
const OF_COMMANDS = new Set(['BACKUP_FOLDER']);
const MAX_LENGTH = 40;
const SHORT = 6;

const names = Object.values(settings).flatMap((group) => Object.keys(group));

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

const nearestTo = (given: string): string | undefined => {
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
export const unknownSettings = (environment: Environment): string[] =>
  Object.keys(environment).flatMap((name) => {
    if (names.includes(name) || OF_COMMANDS.has(name) || name.length > MAX_LENGTH) return [];
    const nearest = nearestTo(name);
    if (nearest !== undefined) return [`${name} is an unknown setting and has no effect: is ${nearest} meant?`];
    return OURS.test(name)
      ? [`${name} is an unknown setting and has no effect: .env.example lists all that have one`]
      : [];
  });

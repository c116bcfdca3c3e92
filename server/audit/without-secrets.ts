import type { Facts } from './context.ts';

const SECRET = /password|secret|passphrase|token|passkey|^key$|^code$|^ticket$|apikey/i;
const MAX_TEXT = 500;
const MAX_ITEMS = 20;
const MAX_DEPTH = 4;

const shorten = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '…';
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => shorten(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !SECRET.test(name))
      .slice(0, MAX_ITEMS)
      .map(([name, item]) => [name, shorten(item, depth + 1)]),
  );
};

/** What an event may keep of values: no secrets, and a bounded part of long texts and lists. */
export const withoutSecrets = (facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts)
      .filter(([name]) => !SECRET.test(name))
      .slice(0, 2 * MAX_ITEMS)
      .map(([name, value]) => [name, shorten(value, 1)]),
  );

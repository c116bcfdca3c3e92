import { expect, test } from 'vitest';
import { importsOf, sourceFiles } from './source-files.ts';

const BILLING = 'server/features/billing';
const MAX_LEVELS = 7;
/** The line that chooses the provider and measures its calls, and the table of routes. */
const ASSEMBLY = [
  'server/create-features.ts: server/features/billing/provider/observed-provider.ts',
  'server/payment-providers.ts: server/features/billing/provider/razorpay/razorpay.ts',
  'server/features/billing/billing.routes.ts: server/features/billing/admin/admin.routes.ts',
  'server/features/billing/billing.routes.ts: server/features/billing/coupons/coupons.routes.ts',
  'server/features/billing/billing.routes.ts: server/features/billing/extensions/extensions.routes.ts',
  'server/features/billing/billing.routes.ts: server/features/billing/gifts/gifts.routes.ts',
  'server/features/billing/billing.routes.ts: server/features/billing/owed-parts/owed-parts.routes.ts',
  'server/features/billing/billing.routes.ts: server/features/billing/own-ways/own-ways.routes.ts',
  'server/features/billing/billing.routes.ts: server/features/billing/recovery/recovery.routes.ts',
];

/** The rooms of billing, from the bottom, and which rooms each may import. Only rooms above its own row are allowed. */
const rooms: Record<string, string[]> = {
  provider: [],
  'purchase-rows': [],
  plans: [],
  returns: [],
  parts: ['provider'],
  deductions: ['provider', 'purchase-rows', 'returns'],
  'provider-plans': ['plans', 'provider'],
  reports: ['plans', 'provider', 'purchase-rows', 'returns'],
  coupons: ['plans', 'provider'],
  places: ['plans', 'provider'],
  entitlement: ['plans', 'provider', 'purchase-rows', 'returns'],
  receipts: ['deductions', 'entitlement', 'parts', 'plans', 'provider', 'returns'],
  ledger: [
    'coupons',
    'deductions',
    'entitlement',
    'parts',
    'places',
    'plans',
    'provider',
    'purchase-rows',
    'receipts',
    'reports',
    'returns',
  ],
  reminders: ['entitlement', 'plans', 'provider'],
  recovery: ['coupons', 'entitlement', 'plans', 'provider'],
  projections: ['entitlement', 'ledger', 'provider', 'reports'],
  'owed-parts': ['entitlement', 'ledger', 'parts', 'plans', 'provider'],
  extensions: ['entitlement', 'ledger', 'plans', 'provider'],
  purchases: ['deductions', 'ledger', 'parts', 'plans', 'provider', 'receipts', 'returns'],
  refunds: ['deductions', 'entitlement', 'ledger', 'parts', 'plans', 'provider', 'purchase-rows', 'returns'],
  gifts: ['entitlement', 'ledger', 'plans', 'provider', 'refunds'],
  sync: ['ledger', 'plans', 'provider', 'provider-plans', 'purchase-rows', 'refunds'],
  checkout: [
    'coupons',
    'deductions',
    'entitlement',
    'gifts',
    'ledger',
    'parts',
    'places',
    'plans',
    'provider',
    'provider-plans',
    'purchase-rows',
    'receipts',
    'sync',
  ],
  'own-ways': ['ledger', 'parts', 'places', 'plans', 'provider', 'purchase-rows'],
  admin: [
    'deductions',
    'entitlement',
    'ledger',
    'parts',
    'plans',
    'provider',
    'purchase-rows',
    'receipts',
    'refunds',
    'reports',
    'returns',
    'sync',
  ],
};

const product = sourceFiles().filter(({ path, isTest }) => path.startsWith('server/') && !isTest);
const roomOf = (path: string): string | undefined => new RegExp(`^${BILLING}/([^/]+)/`).exec(path)?.[1];
const publicFileOf = (room: string): string => `${BILLING}/${room}/${room}.ts`;

/** Imports of a room's files from anywhere else. */
const importsOfRooms = product.flatMap((file) =>
  importsOf(file).flatMap((to) => {
    const [from, target] = [roomOf(file.path), roomOf(to)];
    return target === undefined || from === target ? [] : [{ file: file.path, from, to, target }];
  }),
);

test('every room of billing is in the table and has a public file of its name', () => {
  const found = new Set(product.flatMap(({ path }) => roomOf(path) ?? []));
  expect([...found].toSorted()).toEqual(Object.keys(rooms).toSorted());
  const paths = new Set(product.map(({ path }) => path));
  expect(Object.keys(rooms).filter((room) => !paths.has(publicFileOf(room)))).toEqual([]);
});

test('the arrows between the rooms of billing point down, over at most seven levels', () => {
  const levels = new Map<string, number>();
  for (const [room, below] of Object.entries(rooms)) {
    expect(
      below.filter((name) => !levels.has(name)),
      `${room} imports only rooms above its row`,
    ).toEqual([]);
    levels.set(room, 1 + Math.max(0, ...below.map((name) => levels.get(name) ?? 0)));
  }
  expect(Math.max(...levels.values())).toBeLessThanOrEqual(MAX_LEVELS);
  const upward = importsOfRooms.filter(({ from, target }) => from !== undefined && !rooms[from]?.includes(target));
  expect(upward.map(({ file, to }) => `${file}: ${to}`)).toEqual([]);
});

test('a room of billing is imported through its public file', () => {
  const inner = importsOfRooms.filter(({ to, target }) => to !== publicFileOf(target));
  expect(inner.map(({ file, to }) => `${file}: ${to}`)).toEqual(ASSEMBLY);
});

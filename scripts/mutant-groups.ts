/** Code that holds rules, and the tests that concern it. They run once for each change: each group takes minutes. */
export interface MutantGroup {
  name: string;
  mutate: readonly string[];
  tests: readonly string[];
}

const BILLING = 'server/features/billing';
const CLASSROOM = 'server/features/classroom';
const PAGES = 'web/features/classroom';

/** The TypeScript files of a folder. */
const inFolder = (folder: string, ...files: string[]): string[] => files.map((file) => `${folder}/${file}.ts`);
/** A group whose files have their tests beside them. */
const withOwnTests = (name: string, mutate: readonly string[]): MutantGroup => ({
  name,
  mutate,
  tests: mutate.map((file) => file.replace(/\.ts$/, '.test.ts')),
});

/** Schemas of the contract without its messages, which are prose: the browser tests read them on the screen. */
const ofContract = (name: string, ...files: string[]): MutantGroup => ({
  name: `contract-${name}`,
  mutate: inFolder('contract', ...files),
  tests: inFolder(
    'contract',
    'school/accent.test',
    'bounds.test',
    'declared.test',
    'endpoint.test',
    'billing/gstin.test',
  ),
});

export const MUTANT_GROUPS: readonly MutantGroup[] = [
  {
    name: 'rules',
    mutate: [
      ...inFolder(BILLING, 'entitlement/rule', 'ledger/term-rule', 'entitlement/reminder-times', 'receipts/tax'),
      ...inFolder(`${CLASSROOM}/progress`, 'coverage', 'watching'),
      ...inFolder(`${CLASSROOM}/playback`, 'media-token'),
      ...inFolder('server/http', 'endpoint/actor', 'file/range-request'),
    ],
    tests: [
      ...inFolder(`${BILLING}/entitlement`, 'rule.test', 'reminder-times.test'),
      ...inFolder(`${BILLING}/ledger`, 'term-rule.test', 'term-rule-times.test'),
      ...inFolder(BILLING, 'receipts/tax.test'),
      ...inFolder(`${CLASSROOM}/progress`, 'coverage.test', 'watching.test'),
      ...inFolder(`${CLASSROOM}/playback`, 'media-token.test'),
      ...inFolder('server/http', 'endpoint/actor.test', 'file/range-request.test'),
    ],
  },
  withOwnTests('plans', [`${BILLING}/plans/term.ts`, 'web/features/billing/plans/rupee-input.ts']),
  withOwnTests('coupons', inFolder(`${BILLING}/coupons`, 'coupon-limits', 'discount')),
  withOwnTests('gifts', inFolder(BILLING, 'plans/send-day', 'gifts/gift-state')),
  withOwnTests('settings', inFolder('server/settings', 'smtp-url', 'sealed-secret', 'stored-sections')),
  withOwnTests('notes', [`${CLASSROOM}/notes/notes-markdown.ts`]),
  {
    name: 'offline',
    mutate: inFolder(`${PAGES}/offline`, 'offline-quality'),
    tests: inFolder(`${PAGES}/offline`, 'offline-quality.test', 'offline-renditions.test'),
  },
  withOwnTests('reports', [`${BILLING}/reports/periods.ts`, 'web/features/school/dashboard/figures.ts']),
  withOwnTests('attachments', [`${CLASSROOM}/attachments/allowed-file.ts`, 'server/http/file/csv.ts']),
  {
    name: 'page-document',
    mutate: inFolder('server/http/page', 'page-document', 'page-status'),
    tests: inFolder('server/http/page', 'page-document.test', 'find-page.test'),
  },
  withOwnTests('content-policy', ['server/http/page/content-policy.ts']),
  withOwnTests('web-app-cache', ['web/app/service-worker/shell.ts', 'server/http/page/response-cache.ts']),
  withOwnTests('backup-verification', inFolder('server/backup', 'retention', 'verify-files')),
  {
    name: 'uploads',
    mutate: ['server/storage/inspected-sink.ts', 'web/features/authoring/uploads/upload-items.ts'],
    tests: [
      'server/storage/inspected-sink.test.ts',
      ...inFolder('web/features/authoring/uploads', 'upload-item.test', 'upload-meter.test'),
    ],
  },
  {
    name: 'access',
    mutate: ['server/http/endpoint/access-control.ts'],
    tests: [
      'test/access.test.ts',
      'server/features/school/contact/contact.test.ts',
      'server/features/accounts/login.test.ts',
    ],
  },
  withOwnTests('policy', ['server/features/access/policy.ts']),
  withOwnTests('quizzes', inFolder(`${CLASSROOM}/quizzes`, 'grading', 'scoring', 'attempt-rules')),
  ofContract(
    'core',
    'api',
    'endpoint',
    'endpoint-errors',
    'errors',
    'fields',
    'school/accent',
    'billing/gstin',
    'billing/indian-states',
  ),
  ofContract(
    'people',
    'accounts/accounts',
    'people/people',
    'people/people-imports',
    'people/person-changes',
    'school/contact',
    'school/inbox',
    'school/emails',
  ),
  ofContract(
    'courses',
    'catalog/catalog',
    'catalog/authoring',
    'classroom/chapters',
    'classroom/lectures',
    'classroom/attachments',
    'classroom/sections',
    'catalog/teachers',
  ),
  ofContract(
    'watching',
    'classroom/uploads',
    'classroom/video',
    'classroom/notes',
    'classroom/offline',
    'classroom/progress',
    'classroom/learning',
    'classroom/lecture-thumbnails',
  ),
  ofContract(
    'sales',
    'billing/sales',
    'billing/payments',
    'billing/plans',
    'billing/coupons',
    'billing/gifts',
    'billing/reports',
    'billing/payment-settings',
  ),
  ofContract(
    'school',
    'school/settings',
    'school/setup',
    'school/stats',
    'school/system',
    'school/backups',
    'school/doctor',
    'school/attention',
    'school/admin-search',
  ),
];

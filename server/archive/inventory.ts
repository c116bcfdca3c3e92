import type { AnyTable, Inventory } from './archived-table.ts';
import { courseTables } from './course-tables.ts';
import { learningTables } from './learning-tables.ts';
import { peopleTables } from './people-tables.ts';
import { purchaseTables } from './purchase-tables.ts';
import { quizTables } from './quiz-tables.ts';
import { schoolTables } from './school-tables.ts';

const computed = { leftOut: 'It is computed from other tables.' };
const secret = { leftOut: 'Secrets and keys of this school: another one makes its own.' };
const passing = { leftOut: 'It belongs to the running server.' };

/**
 * Every table of the school: the file of an archive that has its rows, or why they stay. A new table does not compile without
 * its row.
 */
const inventory: Inventory = {
  ...courseTables,
  ...peopleTables,
  ...learningTables,
  ...quizTables,
  ...purchaseTables,
  ...schoolTables,

  search_course_entries: computed,
  search_lecture_entries: computed,
  search_spellings: computed,
  course_audience: computed,
  lecture_audience: computed,
  course_ratings: computed,
  user_access: computed,
  course_access: computed,
  daily_sales: computed,
  daily_plan_sales: computed,

  signing_keys: secret,
  sessions: secret,
  password_resets: secret,
  login_steps: secret,
  setup_links: secret,
  api_keys: secret,
  webhooks: { leftOut: 'Their secrets are shown once, so each webhook is created again.' },
  push_subscriptions: { leftOut: 'Browsers allow one address only, and ask again at another.' },
  calendar_addresses: { leftOut: 'Addresses are signed by this school; another one signs its own.' },
  podcast_addresses: { leftOut: 'Addresses are signed by this school; another one signs its own.' },

  topic_versions: passing,
  rate_counters: passing,
  playback_sessions: passing,
  uploads: passing,
  upload_locks: passing,
  backup_runs: passing,
  webhook_messages: passing,
  notice_deliveries: { leftOut: 'What was not sent by then is sent by this school, or not at all.' },
  webhook_events: { leftOut: 'What the payment provider reported is in payments and refunds.' },
  sandbox_records: { leftOut: 'The built-in test provider: no real money.' },
  school_exports: { leftOut: 'Files of a few days, such as this one.' },
  people_imports: { leftOut: 'The people are accounts.' },
  people_import_rows: { leftOut: 'The people are accounts.' },
  data_exports: { leftOut: 'Files of a few days, which people request again.' },
};

const tables: Record<string, Omit<AnyTable, 'name'> | { leftOut: string }> = inventory;

/** The tables of an archive. */
export const archivedTables: readonly AnyTable[] = Object.entries(tables).flatMap(([name, table]) =>
  'leftOut' in table ? [] : [{ name, ...table }],
);

/** The other tables, and why. */
export const leftOutTables: readonly { name: string; why: string }[] = Object.entries(tables).flatMap(([name, table]) =>
  'leftOut' in table ? [{ name, why: table.leftOut }] : [],
);

import type { Kysely, Transaction } from 'kysely';
import * as accounts from './tables/accounts.ts';
import * as people from './tables/people.ts';
import * as catalog from './tables/catalog.ts';
import * as translations from './tables/translations.ts';
import * as batches from './tables/batches.ts';
import * as lectures from './tables/lectures.ts';
import * as learning from './tables/learning.ts';
import * as questions from './tables/questions.ts';
import * as quizzes from './tables/quizzes.ts';
import * as reviews from './tables/reviews.ts';
import * as certificates from './tables/certificates.ts';
import * as notices from './tables/notices.ts';
import * as plans from './tables/plans.ts';
import * as purchases from './tables/purchases.ts';
import * as receipts from './tables/receipts.ts';
import * as partDues from './tables/part-dues.ts';
import * as paymentRequests from './tables/payment-requests.ts';
import * as access from './tables/access.ts';
import * as school from './tables/school.ts';
import * as ownWords from './tables/own-words.ts';
import * as server from './tables/server.ts';
import type { AnyTable, TablesOf } from './table.ts';

const described = {
  ...accounts,
  ...people,
  ...catalog,
  ...translations,
  ...batches,
  ...lectures,
  ...learning,
  ...questions,
  ...quizzes,
  ...reviews,
  ...certificates,
  ...notices,
  ...plans,
  ...purchases,
  ...receipts,
  ...partDues,
  ...paymentRequests,
  ...access,
  ...school,
  ...ownWords,
  ...server,
};

/** Row types of every table. Times are epoch milliseconds, money is integer paise, flags are 0 or 1. */
export type Tables = TablesOf<typeof described>;

/** Every table of the school. */
export const tables: readonly AnyTable[] = Object.values(described);

/** The parameter of a query function: the database or a transaction. */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

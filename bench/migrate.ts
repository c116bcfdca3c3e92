import { openPostgres, openSqlite } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';

/** Migrates a database, of a file or a PostgreSQL address, in a process that can be killed; says when it begins and ends. */
const [where = ''] = process.argv.slice(2);
const database = where.startsWith('postgres:') ? await openPostgres(where, { timeLimits: 'none' }) : openSqlite(where);
console.log('begins');
await migrate(database, Date.now());
console.log('ends');
await database.close();

import { z } from 'zod';

/** Connections of a process for its statements. It has two more, which listen for changes and for jobs. */
export const POOL_SIZE = 10;
const LISTENERS = 2;
const NEEDED = POOL_SIZE + LISTENERS;
/** A transaction may need a connection beside its own. */
const LEAST = LISTENERS + 2;

const Facts = z.object({
  database: z.string(),
  role: z.string(),
  encoding: z.string(),
  /** Whether backslashes in strings are letters. */
  hasPlainStrings: z.boolean(),
  isolation: z.string(),
  isStandby: z.boolean(),
  isReadOnly: z.boolean(),
  /** Null where no schema of `search_path` exists. */
  schema: z.string().nullable(),
  mayCreate: z.boolean().nullable(),
  hasSchool: z.boolean(),
  /** A table of a school that this role may not read and change. */
  closedTable: z.string().nullable(),
  /** Connections that the role and the database allow; -1 for any number. */
  roleLimit: z.int(),
  databaseLimit: z.int(),
});
type Facts = z.output<typeof Facts>;

/** A connection for single values, as `Inspection`. */
interface Connection {
  value(sql: string): Promise<unknown>;
}

const lacks = (right: string): string =>
  `NOT has_table_privilege(quote_ident(schemaname) || '.' || quote_ident(tablename), '${right}')`;

const FACTS = `SELECT json_build_object(
  'database', current_database(), 'role', current_user, 'encoding', current_setting('server_encoding'),
  'hasPlainStrings', current_setting('standard_conforming_strings') = 'on',
  'isolation', current_setting('default_transaction_isolation'),
  'isStandby', pg_is_in_recovery(), 'isReadOnly', current_setting('default_transaction_read_only') = 'on',
  'schema', current_schema(), 'mayCreate', has_schema_privilege(current_schema(), 'CREATE'),
  'hasSchool', to_regclass('schema_migrations') IS NOT NULL,
  'closedTable', (SELECT min(tablename) FROM pg_tables WHERE schemaname = current_schema()
    AND tablename IN ('schema_migrations', 'settings', 'users', 'jobs', 'payments') AND (${['SELECT', 'INSERT', 'UPDATE', 'DELETE'].map(lacks).join(' OR ')})),
  'roleLimit', (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user),
  'databaseLimit', (SELECT datconnlimit FROM pg_database WHERE datname = current_database()))`;

/** A property of the database that Lectern cannot work with, and the command that changes it. */
export interface PostgresProblem {
  detail: string;
  code: string;
  /** Whether it may pass by itself, as when a standby becomes the server. */
  mayPass?: boolean;
}

export interface PostgresState {
  /** Why Lectern does not start with it. */
  problem: PostgresProblem | undefined;
  /** What it should rather have. */
  doubts: PostgresProblem[];
  /** Connections for statements: fewer where the role or the database allows few. */
  poolSize: number;
}

const named = (name: string): string => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

const problemOf = (facts: Facts, limit: number): PostgresProblem | undefined => {
  const { database, role, encoding } = facts;
  const always = (name: string, value: string): string => `ALTER ROLE ${named(role)} SET ${name} = ${value}`;
  if (encoding !== 'UTF8')
    return {
      detail: `The database ${database} has the encoding ${encoding}, which lacks the letters of most scripts. Create another one, and name it in DATABASE_URL:`,
      code: `createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8 --owner=${role} ${database}_utf8`,
    };
  if (!facts.hasPlainStrings)
    return {
      detail: `The database ${database} reads backslashes in strings (standard_conforming_strings is off):`,
      code: always('standard_conforming_strings', 'on'),
    };
  if (facts.isolation !== 'read committed')
    return {
      detail: `Transactions of the database ${database} begin as ${facts.isolation} (default_transaction_isolation):`,
      code: always('default_transaction_isolation', "'read committed'"),
    };
  if (facts.isStandby)
    return {
      detail: `The server of the database ${database} is a standby, which accepts only reads. Name the primary server:`,
      code: 'DATABASE_URL',
      mayPass: true,
    };
  if (facts.isReadOnly)
    return {
      detail: `The database ${database} accepts only reads (default_transaction_read_only is on):`,
      code: always('default_transaction_read_only', 'off'),
      mayPass: true,
    };
  return rightsProblem(facts) ?? limitProblem(facts, limit);
};

const rightsProblem = ({ database, role, schema, ...facts }: Facts): PostgresProblem | undefined => {
  if (schema === null)
    return {
      detail: `No schema of search_path exists in the database ${database}:`,
      code: `CREATE SCHEMA ${named(role)} AUTHORIZATION ${named(role)}`,
    };
  if (facts.mayCreate !== true && !facts.hasSchool)
    return {
      detail: `The role ${role} may not create tables in the schema ${schema} of the database ${database}:`,
      code: `GRANT CREATE ON SCHEMA ${named(schema)} TO ${named(role)}`,
    };
  if (facts.closedTable !== null)
    return {
      detail: `The role ${role} may not read and change the table ${facts.closedTable} of the database ${database}, which another role made:`,
      code: `GRANT ALL ON ALL TABLES IN SCHEMA ${named(schema)} TO ${named(role)}`,
    };
  return undefined;
};

const limitProblem = ({ database, role }: Facts, limit: number): PostgresProblem | undefined =>
  limit >= LEAST
    ? undefined
    : {
        detail: `The database ${database} allows the role ${role} ${limit} connections, and each process needs ${NEEDED}, ${LEAST} at least:`,
        code: `ALTER ROLE ${named(role)} CONNECTION LIMIT ${NEEDED}`,
      };

const FOLDS_LETTERS = "SELECT lower('É') = 'é' AND lower('I') = 'i'";

/** Asks a PostgreSQL server for what Lectern relies on. A pooler shares its connections among processes, so that limits are its own matter. */
export const examinePostgres = async (
  inspection: Connection,
  { isPooled }: { isPooled: boolean },
): Promise<PostgresState> => {
  const facts = Facts.parse(await inspection.value(FACTS));
  const { database, role, roleLimit, databaseLimit } = facts;
  const limits = isPooled ? [] : [roleLimit, databaseLimit].filter((limit) => limit >= 0);
  const limit = Math.min(NEEDED, ...limits);
  const problem = problemOf(facts, limit);
  const doubts: PostgresProblem[] = [];
  if (limit < NEEDED)
    doubts.push({
      detail: `The database ${database} allows the role ${role} ${limit} connections. Each process uses ${NEEDED} where it may, and makes do with these:`,
      code: `ALTER ROLE ${named(role)} CONNECTION LIMIT ${NEEDED}`,
    });
  if (!problem && (await inspection.value(FOLDS_LETTERS)) !== true)
    doubts.push({
      detail: `The database ${database} has a locale that does not know É and é, or I and i, as one letter, so searches miss names. Restore a backup into:`,
      code: `createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8 --owner=${role} ${database}_utf8`,
    });
  return { problem, doubts, poolSize: limit - LISTENERS };
};

import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import type { Write } from '#contract/languages/say.ts';
import { inEnglish } from '#server/languages.ts';
import { FileReport, reportOf } from '#contract/file-report.ts';
import { ImportColumns, type ImportOutcome, type peopleImports } from '#contract/people/people-imports.ts';
import { peopleMessages } from '#contract/people/people-messages.ts';
import type { CsvRow } from '#server/http/file/csv-rows.ts';
import type { Tx } from '#server/database/database.ts';
import type { PeopleImportRow } from '#server/database/tables/people.ts';
import { fail } from '#server/errors.ts';
import type { Column } from '#server/http/file/csv.ts';
import { newId } from '#server/ids.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import type { WaitingRights } from '#server/database/waiting-rights.ts';
import { checkLines, describeProblem, guessColumns, type LinePerson, LineProblem, personIn } from './check-lines.ts';
import { createPeopleReading } from './csv-file.ts';
import { createGiveAccess, type GiveAccessNeeds } from './give-access.ts';
import { type Grant, grantsIn, LAST_DAY, type PlansToGrant } from './given-access.ts';
import {
  accountsOf,
  changeImport,
  deleteImportsBefore,
  findImport,
  insertImport,
  listLines,
  openLines,
  setOutcome,
} from './import.queries.ts';

const { imports: messages } = peopleMessages;
const SAMPLES = 3;
/** Lines that one transaction handles. */
const BATCH = 20;
/** A file of people is not kept longer than it helps. */
const KEPT_MS = 30 * DAY_MS;

const runImport = defineJob({ name: 'people.import', lane: 'upkeep', payload: z.object({ importId: z.string() }) });
const forgetImports = defineJob({
  name: 'people.forget-imports',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: DAY_MS,
  waitsAfterJump: true,
});

const jobOf = (importId: string): string => `import-${importId}`;

const Cells = z.array(z.string());

type Shown = z.input<typeof peopleImports.read.response>['import'];

export interface ImportNeeds {
  /** Creates an account and queues its invitation; undefined when the email has one by now. */
  invite(tx: Tx, person: { email: string; fullName: string }): Promise<string | undefined>;
  waiting: GiveAccessNeeds['waiting'] & Pick<WaitingRights, 'waitingAmong'>;
  access: GiveAccessNeeds['access'] & { checkDay(untilDay: string): Promise<void> };
  /** The plans that a line may name. */
  plansToGive(): Promise<PlansToGrant>;
  recordAccountChange(
    tx: Tx,
    origin: { adminId: string; userId: string },
    change: { kind: 'account_imported'; detail: { importId: string } },
  ): Promise<void>;
}

/** People from a CSV file. All but `create` throw `import_not_found`. */
export type Imports = ReturnType<typeof createImports>;

interface FaultyLine {
  cells: string[];
  problem: string;
}

const rowsOf = (lines: readonly { line: number; cells: string }[]): CsvRow[] =>
  lines.map(({ line, cells }) => ({ line, cells: Cells.parse(JSON.parse(cells)) }));

const columnsOf = ({ columns }: Pick<PeopleImportRow, 'columns'>): ImportColumns | undefined =>
  columns === null ? undefined : ImportColumns.parse(JSON.parse(columns));

const presentGrants = (given: ReturnType<typeof grantsIn>): Shown['lines'][number]['gets'] =>
  given === undefined || 'problem' in given
    ? null
    : { planName: given.planName ?? null, untilDay: given.untilDay === LAST_DAY ? null : given.untilDay };

const countOutcomes = (lines: readonly { outcome: ImportOutcome }[]): Record<ImportOutcome, number> => {
  const counts = { new: 0, known: 0, faulty: 0, waiting: 0 };
  for (const { outcome } of lines) counts[outcome] += 1;
  return counts;
};

/** Lines that cannot be imported are left out, as are those that could not be read. */
const reportFrom = ({ report }: PeopleImportRow, lines: Shown['lines']): FileReport => {
  const { repaired, leftOut } = report === null ? { repaired: [], leftOut: [] } : FileReport.parse(JSON.parse(report));
  const faulty = lines.flatMap(({ line, outcome, problem }) =>
    outcome === 'faulty' ? [{ line, why: problem ?? '' }] : [],
  );
  return reportOf({ read: lines.length - faulty.length, repaired, leftOut: [...leftOut, ...faulty] });
};

export const createImports = ({ database, jobs, clock }: Platform, needs: ImportNeeds) => {
  const readPeople = createPeopleReading();
  const { db } = database;
  const { invite, access, waiting, plansToGive, recordAccountChange } = needs;
  const giveAccess = createGiveAccess(needs);

  const find = async (importId: string): Promise<PeopleImportRow> => {
    const row = await findImport(db, importId);
    if (!row) throw fail('import_not_found');
    return row;
  };

  const linesOf = async (row: PeopleImportRow, write: Write): Promise<Shown['lines']> => {
    const columns = columnsOf(row);
    const stored = await listLines(db, row.id);
    if (!columns) return [];
    const rows = rowsOf(stored);
    const accounts = await accountsOf(
      db,
      rows.map((line) => personIn(line, columns).email),
    );
    const ids = await waiting.waitingAmong([...accounts.values()].map(({ id }) => id));
    const waits = (email: string) =>
      ids.has(accounts.get(email)?.id ?? '') && ({ waitsForConfirmation: true } as const);
    if (row.state === 'draft') {
      const toGive = await plansToGive();
      return checkLines(rows, columns, { accounts, toGive }).map(({ problem, given, ...line }) => ({
        ...line,
        problem: problem ? write(describeProblem(problem)) : null,
        ...(!problem && waits(line.email)),
        gets: presentGrants(given),
      }));
    }
    const givesAccess = row.until_day !== null || columns.plan !== null || columns.until !== null;
    return rows.map((line, index) => {
      const { outcome, problem } = stored[index] ?? { outcome: null, problem: null };
      const described = problem === null ? null : write(describeProblem(LineProblem.parse(JSON.parse(problem))));
      const person = personIn(line, columns);
      return {
        ...person,
        line: line.line,
        outcome: outcome ?? 'waiting',
        problem: described,
        ...(outcome !== 'faulty' && givesAccess && waits(person.email)),
        gets: null,
      };
    });
  };

  const show = async (row: PeopleImportRow, write: Write): Promise<Shown> => {
    const lines = await linesOf(row, write);
    const samples = rowsOf(await openLines(db, row.id, SAMPLES));
    return {
      _id: row.id,
      fileName: row.file_name,
      state: row.state,
      hasFailed: row.state === 'running' && (await jobs.openAmong(db, [jobOf(row.id)])).size === 0,
      header: Cells.parse(JSON.parse(row.header)),
      samples: samples.map(({ cells }) => cells),
      columns: columnsOf(row) ?? null,
      untilDay: row.until_day,
      counts: countOutcomes(lines),
      report: reportFrom(row, lines),
      waitsForConfirmation: lines.some((line) => line.waitsForConfirmation === true),
      lines,
    };
  };

  const findAccount = async (tx: Tx, email: string): Promise<string | undefined> => {
    const account = (await accountsOf(tx, [email])).get(email);
    return account?.isDeleted ? undefined : account?.id;
  };

  /** Creates the account unless there is one. */
  const importPerson = async (tx: Tx, { id: importId, created_by: adminId }: PeopleImportRow, person: LinePerson) => {
    const created = await invite(tx, person);
    if (created !== undefined)
      await recordAccountChange(tx, { adminId, userId: created }, { kind: 'account_imported', detail: { importId } });
    return {
      outcome: created === undefined ? 'known' : 'new',
      userId: created ?? (await findAccount(tx, person.email)),
    } as const;
  };

  /** Returns whether lines are left. */
  const runBatch = async (importId: string): Promise<boolean> => {
    const toGive = await plansToGive();
    return database.transaction(async (tx) => {
      const row = await changeImport(tx, importId, 'running', {});
      const columns = row && columnsOf(row);
      if (!row || !columns) return false;
      const lines = rowsOf(await openLines(tx, importId, BATCH));
      if (lines.length === 0) {
        await changeImport(tx, importId, 'running', { state: 'done' });
        return false;
      }
      const people: { userId: string; given: Grant | undefined }[] = [];
      for (const line of lines) {
        const at = { id: importId, line: line.line };
        const given = grantsIn(line, columns, toGive);
        // The plan was deleted or renamed since the check.
        if (given && 'problem' in given) await setOutcome(tx, at, 'faulty', given.problem);
        else {
          const { outcome, userId } = await importPerson(tx, row, personIn(line, columns));
          if (userId !== undefined) people.push({ userId, given });
          await setOutcome(tx, at, outcome);
        }
      }
      // In the order in which users are locked everywhere.
      for (const person of people.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))) await giveAccess(tx, row, person);
      return true;
    });
  };

  jobs.handle(runImport, async ({ importId }, { signal }) => {
    while (await runBatch(importId)) signal.throwIfAborted();
  });
  jobs.handle(forgetImports, () => database.transaction((tx) => deleteImportsBefore(tx, clock.now() - KEPT_MS)));

  return {
    read: async (importId: string, write: Write): Promise<Shown> => show(await find(importId), write),

    /** Reads the file and checks its lines. Throws `not_csv` and `damaged_csv`. */
    create: async (adminId: string, file: { name: string; path: string }, write: Write): Promise<Shown> => {
      const { header, rows, repaired, leftOut } = await readPeople(await readFile(file.path), adminId);
      const guessed = guessColumns(header, rows);
      const row: PeopleImportRow = {
        id: newId(),
        file_name: file.name,
        state: 'draft',
        header: JSON.stringify(header),
        columns: guessed ? JSON.stringify(guessed) : null,
        until_day: null,
        report: JSON.stringify(reportOf({ read: rows.length, repaired, leftOut })),
        created_by: adminId,
        created_at: clock.now(),
      };
      await database.transaction((tx) => insertImport(tx, row, rows));
      return show(row, write);
    },

    /** Checks the lines with other columns. Throws `import_started`. */
    check: async (importId: string, columns: ImportColumns, write: Write): Promise<Shown> => {
      const { header } = await find(importId);
      const last = Cells.parse(JSON.parse(header)).length - 1;
      if (Math.max(columns.email, columns.plan ?? 0, columns.until ?? 0, ...columns.name) > last)
        throw fail('validation_failed', { message: messages.noSuchColumn });
      const changed = await changeImport(db, importId, 'draft', { columns: JSON.stringify(columns) });
      if (!changed) throw fail('import_started');
      return show(changed, write);
    },

    /** Creates the accounts by a job, which continues where it was interrupted. Throws `import_started`; one whose job failed goes on. */
    run: async (importId: string, untilDay: string | null, write: Write): Promise<Shown> => {
      if (untilDay !== null) await access.checkDay(untilDay);
      const before = await find(importId);
      // One that failed goes on where it stopped.
      if (before.state === 'running' && (await jobs.openAmong(db, [jobOf(importId)])).size === 0) {
        await jobs.enqueue(db, runImport, { importId }, { id: jobOf(importId) });
        return show(before, write);
      }
      const toGive = await plansToGive();
      await database.transaction(async (tx) => {
        const row = await changeImport(tx, importId, 'draft', { state: 'running', until_day: untilDay });
        const columns = row && columnsOf(row);
        if (!columns) throw fail('import_started');
        const rows = rowsOf(await listLines(tx, importId));
        const accounts = await accountsOf(
          tx,
          rows.map((line) => personIn(line, columns).email),
        );
        for (const { line, problem } of checkLines(rows, columns, { accounts, toGive }))
          if (problem) await setOutcome(tx, { id: importId, line }, 'faulty', problem);
        await jobs.enqueue(tx, runImport, { importId }, { id: jobOf(importId) });
      });
      return show(await find(importId), write);
    },

    faultyLines: async (
      importId: string,
    ): Promise<{ columns: Column<FaultyLine>[]; lines: AsyncIterable<FaultyLine> }> => {
      const row = await find(importId);
      const cells = new Map(rowsOf(await listLines(db, importId)).map((line) => [line.line, line.cells]));
      const faulty = (await linesOf(row, inEnglish)).filter(({ outcome }) => outcome === 'faulty');
      const header = Cells.parse(JSON.parse(row.header));
      const columns = header.map((title, index): Column<FaultyLine> => [title, (line) => line.cells[index] ?? '']);
      return {
        columns: [...columns, [messages.problemColumn, (line) => line.problem]],
        lines: (async function* lines() {
          for (const { line, problem } of faulty) yield { cells: cells.get(line) ?? [], problem: problem ?? '' };
        })(),
      };
    },
  };
};

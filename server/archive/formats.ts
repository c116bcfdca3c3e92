import { z } from 'zod';
import type { AnyTable } from './archived-table.ts';
import { columnsOf, kindOfColumn, type Secrets, type Values } from './cells.ts';
import { csvLine, csvRecords, unmarked } from './csv.ts';
import { damaged, parseJson } from './damaged-archive.ts';
import { linesOf, textOf } from './lines.ts';

/** How rows become the text of a file, and text becomes rows again. */
interface Format {
  write(table: AnyTable, rows: AsyncIterable<Values>, secrets: Secrets): AsyncIterable<string>;
  read(table: AnyTable, bytes: AsyncIterable<Uint8Array>): AsyncIterable<unknown>;
}

const textOfValue = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** A cell that is none of its kind stays text, which the schema of the row refuses. */
const valueOfText = (table: AnyTable, name: string, text: string | null): unknown => {
  const kind = kindOfColumn(table, name);
  if (text === null || kind === 'time') return text;
  if (kind === 'text') return unmarked(text);
  if (kind === 'json') return parseJson(text);
  return /^(?:-?\d{1,16}|true|false)$/.test(text) ? JSON.parse(text) : text;
};

const csv: Format = {
  write: async function* writeCsv(table, rows, secrets) {
    const names = columnsOf(table, secrets);
    yield csvLine(names.map((value) => ({ value, isText: false })));
    for await (const row of rows)
      yield csvLine(
        names.map((name) => ({ value: textOfValue(row[name]), isText: kindOfColumn(table, name) === 'text' })),
      );
  },
  read: async function* readCsv(table, bytes) {
    let names: string[] | undefined;
    for await (const cells of csvRecords(linesOf(bytes))) {
      if (!names) {
        names = cells.map((cell) => cell ?? '');
        continue;
      }
      if (cells.length !== names.length)
        throw damaged(`a line of ${table.file} has another number of cells than the first`);
      yield Object.fromEntries(names.map((name, at) => [name, valueOfText(table, name, cells[at] ?? null)]));
    }
  },
};

const jsonl: Format = {
  write: async function* writeLines(_table, rows) {
    for await (const row of rows) yield `${JSON.stringify(row)}\n`;
  },
  read: async function* readLines(_table, bytes) {
    for await (const line of linesOf(bytes)) yield parseJson(line);
  },
};

const json: Format = {
  write: async function* writeList(_table, rows) {
    const all: Values[] = [];
    for await (const row of rows) all.push(row);
    yield `${JSON.stringify(all, undefined, 2)}\n`;
  },
  read: async function* readList(_table, bytes) {
    yield* z.array(z.unknown()).parse(parseJson(await textOf(bytes)));
  },
};

const FENCE = '---\n';
const FRONT = /^---\n(?<front>(?:\w+: .*\n)*)---\n\n(?<body>[^]*)\n$/;
const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text of the body, and the row with an empty one in its place, so that the order of its members stays. */
const withoutBody = ({ body }: AnyTable, row: Values): { body: string; front: Values } => {
  if (!body) return { body: '', front: row };
  const { column, member } = body;
  const holder = member === undefined ? row : row[column];
  const name = member ?? column;
  const text = isRecord(holder) ? holder[name] : undefined;
  if (!isRecord(holder) || typeof text !== 'string') return { body: '', front: row };
  const rest = { ...holder, [name]: '' };
  return { body: text, front: member === undefined ? rest : { ...row, [column]: rest } };
};

const withBody = ({ body }: AnyTable, front: Values, text: string): Values => {
  if (!body || text === '') return front;
  const { column, member } = body;
  if (member === undefined) return { ...front, [column]: text };
  const holder = front[column];
  return { ...front, [column]: { ...(isRecord(holder) ? holder : {}), [member]: text } };
};

/** One row: its values are JSON, which is YAML too, and the longest text follows as Markdown. */
const md: Format = {
  write: async function* writeMarkdown(table, rows) {
    for await (const row of rows) {
      const { body, front } = withoutBody(table, row);
      const lines = Object.entries(front).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
      yield `${FENCE}${lines.join('')}${FENCE}\n${body}\n`;
    }
  },
  read: async function* readMarkdown(table, bytes) {
    const { front, body = '' } = FRONT.exec(await textOf(bytes))?.groups ?? {};
    if (front === undefined) throw damaged(`a file ${table.file} has no values between two lines of ---`);
    const values = front
      .split('\n')
      .filter(Boolean)
      .map((line): [string, unknown] => {
        const at = line.indexOf(': ');
        return [line.slice(0, at), parseJson(line.slice(at + 2))];
      });
    yield withBody(table, Object.fromEntries(values), body);
  },
};

const formats: Record<string, Format> = { csv, jsonl, json, md };

/** The format of the file of a table. */
export const formatOf = ({ file }: Pick<AnyTable, 'file'>): Format => {
  const format = formats[file.slice(file.lastIndexOf('.') + 1)];
  if (!format) throw new TypeError(`not a format: ${file}`);
  return format;
};

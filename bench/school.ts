import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { type Database, openPostgres, openSqlite } from '#server/database/database.ts';
import { startPrivatePostgres } from '#test/setup/postgres-server.ts';
import { admin, type Running, startLectern, type Subject, temporaryFolder } from './processes.ts';
import { createVisitor, json, read, type Visitor } from './visitor.ts';

const LOOK_AGAIN_MS = 500;
/** The last address: other visitors come from the first ones. */
const ADMIN = 60_000;

const LoggedIn = z.object({ token: z.string() });
const Created = z.object({ course: z.object({ _id: z.string() }) });
const Lectures = z.object({
  lectures: z.array(z.object({ _id: z.string(), state: z.string(), hls: z.string().nullable() })),
});

export const logIn = async (visitor: Visitor, person: { email: string; password: string }): Promise<void> => {
  visitor.token = undefined;
  visitor.token = read(LoggedIn, await visitor.step('login', '/api/v1/user/login', json(person))).token;
};

export const logInAdmin = async (origin: string): Promise<Visitor> => {
  const visitor = createVisitor(origin, ADMIN);
  await logIn(visitor, admin);
  return visitor;
};

/** The bytes and the headers of a form. */
export const formOf = async (fields: Record<string, string | Blob>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  return { method: 'POST', headers, body: Buffer.from(await encoded.arrayBuffer()) };
};

/** Returns the id of a new course. */
export const createCourse = async (visitor: Visitor, title: string): Promise<string> => {
  const form = await formOf({
    title,
    category: 'Bench',
    createdBy: 'The bench',
    description: 'A course that is there to be listed. It has two sentences, as courses do.',
    thumbnail: new Blob([readFileSync('test/media/thumbnail.jpg')]),
  });
  return read(Created, await visitor.step('create course', '/api/v1/courses/', form)).course._id;
};

export const lecturesOf = async (visitor: Visitor, courseId: string) =>
  read(Lectures, await visitor.step('course', `/api/v1/courses/${courseId}`)).lectures;

/** The lectures of a course, once no video is being converted. */
export const settledLectures = async (visitor: Visitor, courseId: string) => {
  for (;;) {
    const lectures = await lecturesOf(visitor, courseId);
    if (lectures.every(({ state }) => state !== 'processing')) return lectures;
    await setTimeout(LOOK_AGAIN_MS);
  }
};

export interface School extends AsyncDisposable {
  server: Running;
  admin: Visitor;
  /** A temporary folder, of which the program uses `data`. */
  folder: string;
  /** Inserts rows while the program runs. */
  fill<T>(insert: (database: Database) => Promise<T>): Promise<T>;
}

/** Starts the program with a temporary data folder, and a private PostgreSQL for that engine. */
export const startSchool = async (
  { checkout, engine }: Subject,
  environment: NodeJS.ProcessEnv = {},
): Promise<School> => {
  await using starting = new AsyncDisposableStack();
  const folder = starting.use(temporaryFolder()).path;
  const dataDir = join(folder, 'data');
  const postgres = engine === 'PostgreSQL' ? await startPrivatePostgres({ isDurable: true }) : undefined;
  if (postgres) starting.defer(postgres.stop);
  const ofEngine = postgres && { DATABASE_URL: postgres.url };
  const server = starting.use(await startLectern(checkout, dataDir, { ...environment, ...ofEngine }));
  const visitor = await logInAdmin(server.origin);
  const started = starting.move();
  return {
    server,
    admin: visitor,
    folder,
    fill: async (insert) => {
      const database = postgres
        ? await openPostgres(postgres.url, { timeLimits: 'none' })
        : openSqlite(join(dataDir, 'lectern.db'));
      return insert(database).finally(() => database.close());
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
};

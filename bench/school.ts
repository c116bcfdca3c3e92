import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { type Database, openPostgres, openSqlite } from '#server/database/database.ts';
import { admin, type Running, startLectern, temporaryFolder } from './processes.ts';
import { bearer, createVisitor, json, openJournal, read, type Visitor } from './visitor.ts';

const LOOK_AGAIN_MS = 500;
/** The last address: other visitors come from the first ones. */
const ADMIN = 60_000;

const LoggedIn = z.object({ token: z.string() });
const Created = z.object({ course: z.object({ _id: z.string() }) });
const Lectures = z.object({
  lectures: z.array(z.object({ _id: z.string(), state: z.string(), hls: z.string().nullable() })),
});

/** The admin of a school, with a session. */
export interface Admin {
  visitor: Visitor;
  origin: string;
  token: string;
}

export const logIn = async (visitor: Visitor, origin: string, person: { email: string; password: string }) =>
  read(LoggedIn, await visitor.step('login', `${origin}/api/v1/user/login`, json(person))).token;

export const logInAdmin = async (origin: string): Promise<Admin> => {
  const visitor = createVisitor(openJournal(), ADMIN);
  return { visitor, origin, token: await logIn(visitor, origin, admin) };
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
export const createCourse = async ({ visitor, origin, token }: Admin, title: string): Promise<string> => {
  const { headers, ...form } = await formOf({
    title,
    category: 'Bench',
    createdBy: 'The bench',
    description: 'A course that is there to be listed. It has two sentences, as courses do.',
    thumbnail: new Blob([readFileSync('test/media/thumbnail.jpg')]),
  });
  const outgoing = { ...form, headers: { ...headers, ...bearer(token) } };
  return read(Created, await visitor.step('create course', `${origin}/api/v1/courses/`, outgoing)).course._id;
};

/** The lectures of a course, once no video is being converted. */
export const settledLectures = async ({ visitor, origin, token }: Admin, courseId: string) => {
  for (;;) {
    const reply = await visitor.step('course', `${origin}/api/v1/courses/${courseId}`, { headers: bearer(token) });
    const { lectures } = read(Lectures, reply);
    if (lectures.every(({ state }) => state !== 'processing')) return lectures;
    await setTimeout(LOOK_AGAIN_MS);
  }
};

export interface School extends AsyncDisposable {
  server: Running;
  admin: Admin;
  /** A temporary folder, of which the program uses `data`. */
  folder: string;
  /** Inserts rows while the program runs. */
  fill<T>(insert: (database: Database) => Promise<T>): Promise<T>;
}

/** Starts the program with a temporary data folder, on SQLite unless `DATABASE_URL` is set. */
export const startSchool = async (environment: NodeJS.ProcessEnv = {}): Promise<School> => {
  const folder = temporaryFolder();
  const server = await startLectern(join(folder.path, 'data'), environment);
  const { DATABASE_URL: url } = environment;
  return {
    server,
    admin: await logInAdmin(server.origin),
    folder: folder.path,
    fill: async (insert) => {
      const file = join(folder.path, 'data', 'lectern.db');
      const database = url === undefined ? openSqlite(file) : await openPostgres(url, { timeLimits: 'none' });
      return insert(database).finally(() => database.close());
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      folder.remove();
    },
  };
};

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { restoreFrom, saveBackup } from '#server/backup/backup.ts';
import { systemClock } from '#server/clock.ts';
import { openSqlite } from '#server/database/database.ts';
import { openFakeSmtp } from './fake-smtp.ts';
import { schoolData } from '#server/school-data.ts';
import { createDiskStorage } from '#server/storage/disk.ts';
import { createTemporaryFiles } from '#server/storage/temporary-files.ts';
import { startServers } from './server-processes.ts';

const WRITERS = 2;
const PAUSE_MS = 50;
const ADMIN = { email: 'admin@school.example', password: 'a-good-password' };

const openSchool = async (dataDir: string) => {
  const database = openSqlite(join(dataDir, 'lectern.db'));
  const storage = await createDiskStorage(dataDir, await createTemporaryFiles(dataDir));
  const school = { database, storage, dataDir, clock: systemClock, timeZone: 'Asia/Kolkata', data: schoolData };
  return { ...school, close: () => database.close() };
};

const logIn = async (origin: string): Promise<string> => {
  const response = await fetch(`${origin}/api/v1/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  return z.object({ token: z.string() }).parse(await response.json()).token;
};

/** Visitors that write messages, and one person whose avatar changes again and again, so that files come and go. */
const openLoad = async (origin: string) => {
  const token = await logIn(origin);
  const avatar = new Blob([await readFile('test/media/avatar.png')]);
  const confirmed: string[] = [];
  const ending = new AbortController();
  let avatars = 0;
  const writeMessage = async (email: string): Promise<void> => {
    const body = JSON.stringify({ name: 'Ravi Kumar', email, message: 'Is the course in Hindi?' });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    if ((await fetch(`${origin}/api/v1/contact`, init)).status === 200) confirmed.push(email);
  };
  const changeAvatar = async (): Promise<void> => {
    const body = new FormData();
    body.set('fullName', 'Asha Admin');
    body.set('avatar', avatar, 'avatar.png');
    const headers = { authorization: `Bearer ${token}` };
    const { status } = await fetch(`${origin}/api/v1/user/update`, { method: 'PUT', headers, body });
    if (status === 200) avatars += 1;
  };
  const repeat = async (work: (turn: number) => Promise<void>): Promise<void> => {
    for (let turn = 0; !ending.signal.aborted; turn += 1) {
      await work(turn);
      await setTimeout(PAUSE_MS);
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, writer) =>
    repeat((turn) => writeMessage(`w${writer}-${turn}@home.example`)),
  );
  const running = Promise.all([...writers, repeat(changeAvatar)]);
  return {
    confirmed,
    avatars: () => avatars,
    end: async (): Promise<void> => {
      ending.abort();
      await running;
    },
  };
};

/** Two processes of the product are written to while they are backed up, again and again; each backup is restored. */
export const backUpUnderLoad = async (backups: number) => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-backups-'));
  const dataDir = join(folder, 'data');
  // Without it each email would be a file, and a slow disk would store them faster than a backup saves them.
  await using smtp = await openFakeSmtp();
  const servers = await startServers(() => ({
    DATA_DIR: dataDir,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    CONTACT_EMAIL: 'desk@school.example',
    SMTP_URL: smtp.url,
    FFMPEG_PATH: 'none',
  }));
  const load = await openLoad(servers.origin(0));
  const school = await openSchool(dataDir);
  const place = { place: `${folder}/backups/`, passphrase: undefined, environment: {} };
  /** Messages that were confirmed before a backup began and are not in it. */
  const missing: string[] = [];
  const addedBytes: number[] = [];

  const backUp = async (turn: number): Promise<void> => {
    while (load.avatars() <= turn) await setTimeout(PAUSE_MS);
    const before = [...load.confirmed];
    addedBytes.push((await saveBackup(place, school)).added.sizeBytes);
    const restored = await openSchool(join(folder, `restored-${turn}`));
    try {
      // Throws if a sum, a row or a file differs.
      await restoreFrom(place, restored);
      const rows = await restored.database.db.selectFrom('contact_messages').select('email').execute();
      const kept = new Set(rows.map(({ email }) => email));
      missing.push(...before.filter((email) => !kept.has(email)));
    } finally {
      await restored.close();
      await rm(join(folder, `restored-${turn}`), { recursive: true, force: true });
    }
  };

  try {
    for (let turn = 0; turn < backups; turn += 1) await backUp(turn);
    return { missing, addedBytes, confirmed: load.confirmed.length, avatars: load.avatars() };
  } finally {
    await load.end();
    await school.close();
    await servers.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

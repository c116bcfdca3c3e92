import { startFauxqs } from 'fauxqs';

/** An object store as a process of its own: the emulator of the tests, with objects as files in the folder that is named. */
const server = await startFauxqs({
  port: Number(process.env['PORT']),
  host: '127.0.0.1',
  logger: false,
  s3StorageDir: process.argv[2] ?? '',
});
server.createBucket('lectern');

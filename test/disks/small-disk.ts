import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, rm, rmdir, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PAGE_BYTES = 4096;

/** A disk in memory that a test fills and empties, and makes read-only and writable again. */
export interface SmallDisk extends AsyncDisposable {
  readonly dataDir: string;
  /** Fills the disk up to so many bytes. */
  leaveFree(bytes: number): Promise<void>;
  empty(): Promise<void>;
  /** Works while no file is open for writing. */
  setReadOnly(isReadOnly: boolean): Promise<void>;
}

export const mountSmallDisk = async (sizeMib: number): Promise<SmallDisk> => {
  const path = await mkdtemp(join(tmpdir(), 'lectern-disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMib}m,mode=700`, 'tmpfs', path]);
  const [filler, dataDir] = [join(path, 'filler'), join(path, 'data')];
  await mkdir(dataDir);
  const freeBytes = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  };
  const empty = (): Promise<void> => rm(filler, { force: true });
  return {
    dataDir,
    empty,
    leaveFree: async (bytes) => {
      await empty();
      const file = await open(filler, 'w');
      try {
        const block = Buffer.alloc(64 * PAGE_BYTES);
        for (let left = (await freeBytes()) - bytes; left > 0; left -= block.length)
          await file.write(block, 0, Math.min(block.length, left));
      } finally {
        await file.close();
      }
    },
    setReadOnly: async (isReadOnly) => {
      await run('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, path]);
    },
    [Symbol.asyncDispose]: async () => {
      await run('umount', ['--lazy', path]);
      await rmdir(path);
    },
  };
};

/**
 * A disk with ext4 that fails as a real one does: the kernel makes it read-only at once, with its files open, and only a
 * repair at a standstill ends that.
 */
export const mountBreakingDisk = async (sizeMib: number) => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-ext4-'));
  const [image, path] = [join(folder, 'image'), join(folder, 'disk')];
  await run('truncate', ['-s', `${sizeMib}M`, image]);
  await run('mkfs.ext4', ['-q', image]);
  await run('mkdir', [path]);
  const mount = () => run('mount', ['-o', 'loop', image, path]);
  await mount();
  return {
    path,
    breakDown: () => run('mount', ['-o', 'remount,abort', path]),
    repair: async (): Promise<void> => {
      await run('umount', [path]);
      await run('e2fsck', ['-fy', image]).catch(() => undefined);
      await mount();
    },
    [Symbol.asyncDispose]: async () => {
      await run('umount', ['--lazy', path]);
      await rm(folder, { recursive: true });
    },
  };
};

/** Whether this machine lets the tests mount a disk, as root does outside a container. */
export const canMount = await mountSmallDisk(1).then(
  async (disk) => {
    await disk[Symbol.asyncDispose]();
    return true;
  },
  () => false,
);

import { createProcessPool } from '#server/processes/process-pool.ts';

/** In the place of a server: reports which process runs a task that loops, and waits for the task. */
const pool = createProcessPool('test/hostile-program.ts');
const first = await pool.run({ input: { behaviour: 'return' }, cpuMs: 30_000, owner: 'a' });
const looping = pool.run({ input: { behaviour: 'loop' }, cpuMs: 600_000, owner: 'a' });
process.send?.(first.kind === 'done' ? first.bytes.toString() : first.kind);
await looping;

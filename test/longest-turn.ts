/**
 * The most processor time in milliseconds that this thread spent within one turn of its event loop while `work` ran: for so long
 * nobody else was answered. Time of other processes and threads does not count, so that a busy machine changes nothing.
 */
export const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  const cpuMs = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let longest = 0;
  let isOver = false;
  let before = cpuMs();
  const look = (): void => {
    const now = cpuMs();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isOver = true;
  return Math.max(longest, cpuMs() - before);
};

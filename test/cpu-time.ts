/** The CPU time of this process, in milliseconds: unlike a clock it does not count what other programs do meanwhile. */
export const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

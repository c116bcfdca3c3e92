import { subscribe } from 'node:diagnostics_channel';
import { ServerResponse } from 'node:http';

/**
 * Loaded before the program (`node --import`) by tests that start it as a process: its clock runs ahead of the machine's
 * by as much as the parent process says. The program itself knows nothing of it.
 */
const machineNow = Date.now;
let aheadMs = 0;
Date.now = () => machineNow() + aheadMs;
// Node writes the header by the clock of the machine, and pages set theirs by it.
subscribe('http.server.request.start', (message) => {
  if (typeof message !== 'object' || message === null || !('response' in message)) return;
  const { response } = message;
  if (response instanceof ServerResponse) response.setHeader('date', new Date(Date.now()).toUTCString());
});
process.on('message', (message) => {
  aheadMs = Number(message);
  process.send?.(aheadMs);
});
process.channel?.unref();
// However the parent ended, nobody looks at this process any more.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));

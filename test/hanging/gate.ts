import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { portOf } from './hanging-server.ts';

/** Stands before a service that works. While it hangs, it takes what is sent and passes nothing on. */
export interface Gate extends AsyncDisposable {
  port: number;
  hangs: boolean;
  /** Open connections that hang. */
  hanging(): number;
}

export const openGate = async (target: number): Promise<Gate> => {
  const open = new Set<Socket>();
  const stuck = new Set<Socket>();
  const keep = (socket: Socket): void => {
    open.add(socket);
    socket.on('error', () => undefined).once('close', () => open.delete(socket));
  };
  const server = createServer((incoming) => {
    keep(incoming);
    const outgoing = connect(target, '127.0.0.1');
    keep(outgoing);
    incoming.once('close', () => {
      stuck.delete(incoming);
      outgoing.destroy();
    });
    outgoing.once('close', () => incoming.destroy());
    // A connection may have been there before.
    if (gate.hangs) stuck.add(incoming);
    incoming.on('data', (bytes) => (gate.hangs ? stuck.add(incoming) : outgoing.write(bytes)));
    outgoing.on('data', (bytes) => gate.hangs || incoming.write(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const gate: Gate = {
    port: portOf(server.address()),
    hangs: false,
    hanging: () => stuck.size,
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return gate;
};

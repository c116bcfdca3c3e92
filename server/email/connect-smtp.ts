import { Socket } from 'node:net';
import { linkLocal } from '#server/link-local.ts';
import type { MailServer } from '#server/settings/smtp-url.ts';

const PATIENCE_MS = 4000;

interface Timeouts {
  connectMs: number;
  /** How long the mail server may be silent. */
  socketMs: number;
  /** For everything together: a mail server that says a word now and then is never silent for long. */
  totalMs: number;
}

/** Opens one connection to a mail server when it is first used. The library is loaded with the first email, not at the start. */
export const connectSmtp = async ({ url, mayBeLinkLocal }: MailServer, { connectMs, socketMs, totalMs }: Timeouts) => {
  const { createTransport } = await import('nodemailer');
  // Names are resolved by the socket, which checks what they resolve to.
  const socket = new Socket(mayBeLinkLocal ? {} : { blockList: linkLocal });
  const timer = setTimeout(() => socket.destroy(new Error('The mail server is too slow')), totalMs).unref();
  socket.once('close', () => clearTimeout(timer));
  return createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: socketMs,
    socket,
  });
};

/** Connects, says hello and logs in, without sending anything. Throws the error of the mail server or the network. */
export const trySmtp = async (server: MailServer): Promise<void> => {
  const transport = await connectSmtp(server, { connectMs: PATIENCE_MS, socketMs: PATIENCE_MS, totalMs: PATIENCE_MS });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
};

import { Socket } from 'node:net';
import { linkLocal } from '#server/link-local.ts';
import type { MailServer } from '#server/settings/smtp-url.ts';

const PATIENCE_MS = 4000;

interface Timeouts {
  connectMs: number;
  socketMs: number;
}

/** Opens one connection to a mail server when it is first used. The library is loaded with the first email, not at the start. */
export const connectSmtp = async ({ url, mayBeLinkLocal }: MailServer, { connectMs, socketMs }: Timeouts) => {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: socketMs,
    // Names are resolved by the socket, which checks what they resolve to.
    ...(mayBeLinkLocal ? {} : { socket: new Socket({ blockList: linkLocal }) }),
  });
};

/** Connects, says hello and logs in, without sending anything. Throws the error of the mail server or the network. */
export const trySmtp = async (server: MailServer): Promise<void> => {
  const transport = await connectSmtp(server, { connectMs: PATIENCE_MS, socketMs: PATIENCE_MS });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
};

const PATIENCE_MS = 4000;

/** Connects, says hello and logs in, without sending anything. Throws what the mail server or the network says. */
export const trySmtp = async (url: string | undefined): Promise<void> => {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
};

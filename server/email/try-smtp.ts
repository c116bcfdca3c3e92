const PATIENCE_MS = 4000;

/** Connects and logs in without sending anything. Throws the error of the mail server or the network. */
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

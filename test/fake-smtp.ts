import { createServer, type Socket } from 'node:net';

/** A mail server that accepts every email, or refuses the first ones or every login, or greets as asked, or not the first clients. Speaks just enough SMTP for one client. */
export interface FakeSmtp extends AsyncDisposable {
  url: string;
  emails: { recipients: string[]; data: string }[];
}

interface Manners {
  mayAccept: () => boolean;
  isSilent: boolean;
  refusesLogins: boolean;
  /** What it says to a recipient that it does not take. */
  refusalOf: (recipient: string) => string | undefined;
  greeting: string;
}

const converse = (
  socket: Socket,
  emails: FakeSmtp['emails'],
  { mayAccept, isSilent, refusesLogins, greeting, refusalOf }: Manners,
): void => {
  let buffer = '';
  let recipients: string[] = [];
  let isData = false;
  const say = (line: string): void => {
    socket.write(`${line}\r\n`);
  };
  const obey = (line: string): void => {
    const recipient = /^RCPT TO:<(.*?)>/i.exec(line)?.[1];
    const refusal = recipient === undefined ? undefined : refusalOf(recipient);
    if (refusal !== undefined) return say(refusal);
    if (recipient !== undefined) recipients.push(recipient);
    if (/^DATA/i.test(line)) {
      isData = mayAccept();
      say(isData ? '354 send the message' : '451 try again later');
    } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
    else if (refusesLogins && /^EHLO/i.test(line)) say('250-fake\r\n250 AUTH PLAIN');
    else if (/^AUTH/i.test(line)) say('535 wrong password');
    else say('250 ok');
  };
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    buffer += chunk.toString();
    for (;;) {
      const ending = isData ? '\r\n.\r\n' : '\r\n';
      const end = buffer.indexOf(ending);
      if (end < 0) return;
      const piece = buffer.slice(0, end);
      buffer = buffer.slice(end + ending.length);
      if (isData) {
        emails.push({ recipients, data: piece });
        recipients = [];
        isData = false;
        say('250 accepted');
      } else obey(piece);
    }
  });
  if (!isSilent) say(greeting);
};

export const openFakeSmtp = async ({
  refusals = 0,
  silences = 0,
  refusesLogins = false,
  greeting = '220 fake',
  refusalOf = (_recipient: string): string | undefined => undefined,
} = {}): Promise<FakeSmtp> => {
  const emails: FakeSmtp['emails'] = [];
  let left = refusals;
  const mayAccept = (): boolean => {
    if (left === 0) return true;
    left -= 1;
    return false;
  };
  let clients = 0;
  const server = createServer((socket) => {
    clients += 1;
    converse(socket, emails, { mayAccept, isSilent: clients <= silences, refusesLogins, greeting, refusalOf });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    [Symbol.asyncDispose]: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};

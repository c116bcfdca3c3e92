/** What the client asks of whoever keeps the session: the token to send, and to hear when it is refused. */
interface Connection {
  readToken: () => string | undefined;
  onRefused: (token: string) => void;
}

const stranger: Connection = { readToken: () => undefined, onRefused: () => undefined };

let connection = stranger;

export const connect = (next: Connection): void => {
  connection = next;
};

export const readToken = (): string | undefined => connection.readToken();

export const tokenWasRefused = (token: string): void => connection.onRefused(token);

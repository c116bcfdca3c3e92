/** What the API client needs from the session: the token to send, and a callback for when it is refused. */
interface Connection {
  readToken: () => string | undefined;
  onRefused: (token: string) => void;
}

const signedOut: Connection = { readToken: () => undefined, onRefused: () => undefined };

let connection = signedOut;

export const connect = (next: Connection): void => {
  connection = next;
};

export const readToken = (): string | undefined => connection.readToken();

export const tokenWasRefused = (token: string): void => connection.onRefused(token);

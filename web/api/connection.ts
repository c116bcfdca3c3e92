import { type Send, send as sendOverNetwork } from './send.ts';

/**
 * What the API client needs from the session: the token to send, and a callback for when it is refused. On the server
 * requests are sent without a network.
 */
interface Connection {
  readToken: () => string | undefined;
  onRefused: (token: string) => void;
  send?: Send;
}

const signedOut: Connection = { readToken: () => undefined, onRefused: () => undefined };

let connection = signedOut;

export const connect = (next: Connection): void => {
  connection = next;
};

export const readToken = (): string | undefined => connection.readToken();

export const send: Send = (outgoing) => (connection.send ?? sendOverNetwork)(outgoing);

export const tokenWasRefused = (token: string): void => connection.onRefused(token);

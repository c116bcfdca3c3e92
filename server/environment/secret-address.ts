/** Marks that end a login in an address, unless they are escaped. */
const ESCAPES: Record<string, string> = { '#': '%23', '/': '%2F', '?': '%3F', '@': '%40' };

const inWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

const escapesFor = (login: string): string => {
  const marks = Object.keys(ESCAPES).filter((mark) => login.includes(mark));
  const escapes = marks.map((mark) => ESCAPES[mark] ?? mark);
  return `has ${inWords(marks)} in its user or password: write ${marks.length === 1 ? 'it' : 'them'} as ${inWords(escapes)}`;
};

interface Parts {
  protocol: string;
  /** Between the slashes and the last @ before the host, as it is written. */
  login: string | undefined;
  /** The host, and what follows. */
  place: string;
}

/** The parts, or a problem. */
const partsOf = (address: string, protocols: readonly string[]): Parts | string => {
  const [, protocol = '', rest = ''] = /^([a-z][a-z\d+.-]*):\/\/(.*)$/is.exec(address) ?? [];
  if (!protocols.includes(protocol.toLowerCase())) {
    const known = protocols.map((one) => `${one}://`).join(' or ');
    return `must begin with ${known}${protocol === '' ? '' : `, not with ${protocol}://`}`;
  }
  const end = (rest.match(/^[^/?#]*/)?.[0] ?? '').length;
  const authority = rest.slice(0, end);
  // After a login, @ may stand in the query behind a path. Otherwise the login was cut, and a part of it would be called as a host.
  if ((authority.includes('@') ? /^(?:[^?]*|\?[^/]*)@/ : /@/).test(rest.slice(end)))
    return escapesFor(rest.slice(0, rest.lastIndexOf('@')));
  const at = authority.lastIndexOf('@');
  return { protocol, login: at < 0 ? undefined : authority.slice(0, at), place: rest.slice(Math.max(0, at + 1)) };
};

/** Escapes what every reader of addresses takes for itself alike. */
const escaped = (login: string): string => login.replaceAll('@', '%40').replaceAll(/%(?![\da-f]{2})/gi, '%25');

/** Reads an address with a login in the form that every driver understands, or says what is wrong with it without telling any of it. */
export const readSecretAddress = (
  address: string,
  protocols: readonly string[],
): { address: string } | { problem: string } => {
  const parts = partsOf(address, protocols);
  if (typeof parts === 'string') return { problem: parts };
  const { protocol, login, place } = parts;
  const whole = `${protocol.toLowerCase()}://${login === undefined ? '' : `${escaped(login)}@`}${place}`;
  if (URL.canParse(whole)) return { address: whole };
  return { problem: `is no address: write ${protocol}://user:password@name:port, with a number as the port` };
};

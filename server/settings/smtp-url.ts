import type { EmailSettings } from '#contract/school/settings.ts';

type Server = Pick<EmailSettings, 'host' | 'port' | 'security' | 'user'>;

export interface MailServer {
  /** As SMTP_URL, with the password. */
  url: string;
  /** Whether it may have a link-local address. Only the environment can name such a server. */
  mayBeLinkLocal: boolean;
}

const PORTS = { 'smtps:': 465, 'smtp:': 587 };

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** The parts of SMTP_URL. */
export const readSmtpUrl = (address: string): Server & { password: string } => {
  const { protocol, hostname, port, username, password, searchParams } = new URL(address);
  const isTls = protocol === 'smtps:';
  const needsTls = searchParams.get('requireTLS') === 'true';
  return {
    host: hostname,
    port: port === '' ? PORTS[isTls ? 'smtps:' : 'smtp:'] : Number(port),
    security: isTls ? 'tls' : needsTls ? 'starttls' : 'automatic',
    user: decoded(username),
    password: decoded(password),
  };
};

/** The address of a mail server in the form of SMTP_URL. */
export const toSmtpUrl = ({ host, port, security, user }: Server, password: string): string => {
  const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  const query = security === 'starttls' ? '?requireTLS=true' : '';
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${login}${host}:${port}${query}`;
};

import type { SendMailOptions } from 'nodemailer';
import type { Write } from '#contract/languages/say.ts';
import type { Branding } from '#server/settings/branding.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Settings } from '#server/settings/settings.ts';
import type { MailServer } from '#server/settings/smtp-url.ts';
import type { Database, Db, Tx } from '#server/database/database.ts';
import { defineJob, type Jobs } from '#server/jobs/jobs.ts';
import type { Observer } from '#server/observer.ts';
import { connectSmtp } from './connect-smtp.ts';
import { recipientsForLater } from './smtp-error.ts';
import { type RenderedEmail, renderEmail, WrittenEmail } from './layout.ts';
import type { OwnWords } from '#server/own-words.ts';
import { createReaders } from './readers.ts';
import { type Email, written } from './written.ts';
import { createEmailTexts, type EmailTexts } from './email-texts.ts';
import { type EmailFolder, emailFolderOf, openEmailFolder } from './email-folder.ts';
import { deleteSentIn, recordSent, sentAmong, sentTo, wasSent } from './sent-emails.queries.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 30_000;
const TOTAL_TIMEOUT_MS = 60_000;
/** Greylisting takes a few minutes. */
const LATER_MS = 5 * 60_000;

export { type Email, WrittenEmail };

const sendEmail = defineJob({ name: 'mail.send', lane: 'email', payload: WrittenEmail });

/** Sends emails by SMTP with a mail server, otherwise into a folder. A failed email is retried by its job. */
export interface Mailer {
  /** Sends after the commit of the caller's transaction. */
  enqueue(tx: Tx, email: Email): Promise<void>;
  /** As `enqueue`, at most once per id. */
  enqueueOnce(tx: Db, id: string, email: Email): Promise<void>;
  /**
   * Sends now, from a job of the caller. `id` is that of the job, so that a second attempt is the same email.
   * Returns the response of the mail server; undefined without one.
   */
  deliver(id: string, email: Email | WrittenEmail, attachments?: readonly Attachment[]): Promise<string | undefined>;
  /** Those of some emails that were sent, or, before their turn, would be now; not those that are stored without a mail server. */
  sentAmong(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** The newest emails to an address. */
  sentTo(address: string, limit: number): Promise<{ subject: string; at: number; isSent: boolean }[]>;
  /** An email as it arrives, as a document that loads nothing. */
  preview(email: Email | WrittenEmail): Promise<RenderedEmail>;
  /** Writes in the language of this user, with the beginning of the pages in it. */
  readerOf(userId: string): Promise<{ write: Write; prefix: string }>;
  /** The texts that owners gave to emails. */
  readonly texts: EmailTexts;
  /** Deletes the stored emails to an address, which a school without a mail server has. */
  forget(address: string): Promise<unknown>;
  /** Deletes old rows of sent emails, and old stored ones. */
  sweep(): Promise<unknown>;
}

export interface MailerNeeds {
  config: Pick<Config, 'dataDir' | 'currencySymbol'>;
  settings: Pick<
    Settings,
    'school' | 'email' | 'mailServer' | 'sendsEmail' | 'languages' | 'limits' | 'keptBefore' | 'calendar'
  >;
  log: { info(facts: object, text: string): void };
  database: Pick<Database, 'db'>;
  ownWords: Pick<OwnWords, 'read'>;
  branding: Pick<Branding, 'look'>;
  jobs: Jobs;
  clock: Clock;
  observer: Observer;
  /** The site's address for the sender and the links; never taken from a request. */
  publicAddress: () => Promise<string>;
}

export interface Attachment {
  filename: string;
  content: Buffer;
}

interface Sent {
  /** Undefined without a mail server. */
  response: string | undefined;
  /** Recipients that the mail server takes later, as one that greylists. The others have it. */
  later: string[];
}

type Send = (id: string, options: SendMailOptions) => Promise<Sent>;

const smtp =
  (server: MailServer): Send =>
  async (_id, options) => {
    const transport = await connectSmtp(server, {
      connectMs: CONNECT_TIMEOUT_MS,
      socketMs: SOCKET_TIMEOUT_MS,
      totalMs: TOTAL_TIMEOUT_MS,
    });
    const { response, rejectedErrors = [] } = await transport.sendMail(options);
    return { response, later: recipientsForLater(rejectedErrors) };
  };

const toFolder = (folder: EmailFolder): Send => {
  return async (id, options) => {
    const { createTransport } = await import('nodemailer');
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message } = await composer.sendMail(options);
    if (!Buffer.isBuffer(message)) throw new TypeError('a composed email must be bytes');
    await folder.put(id, message);
    return { response: undefined, later: [] };
  };
};

/** Removes characters that could end a header or begin another one. */
// oxlint-disable-next-line no-control-regex
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim();

/** Mail programs show a button that sends a POST to the address. */
const optOutHeaders = (address: string | undefined): Record<string, string> =>
  address === undefined
    ? {}
    : { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

export const createMailer = (needs: MailerNeeds): Mailer => {
  const { config, settings, ownWords, branding, database, jobs, clock, observer, publicAddress, log } = needs;
  const folder = openEmailFolder(emailFolderOf(config.dataDir));
  const store = toFolder(folder);
  const send: Send = async (id, options) => {
    const server = await settings.mailServer();
    const transport = server === undefined ? store : smtp(server);
    const operation = { kind: 'email', name: server === undefined ? 'outbox' : 'smtp' } as const;
    return observer.run(operation, () => transport(id, options));
  };

  const readers = createReaders(needs);
  const texts = createEmailTexts(config.currencySymbol, { languageOfSchool: readers.languageOfSchool, ownWords });

  /** One email for the readers of each language. */
  const perLanguage = async (db: Db, email: Email): Promise<WrittenEmail[]> => {
    const groups = new Map<string, { prefix: string; to: string[] }>();
    for (const address of email.to) {
      const { code, prefix } = await readers.languageOf(db, email.reader ?? { address });
      const group = groups.get(code) ?? { prefix, to: [] };
      group.to.push(address);
      groups.set(code, group);
    }
    const emails: WrittenEmail[] = [];
    for (const [language, { prefix, to }] of groups)
      emails.push({ ...written(email, await readers.writerIn(db, language), prefix), language, to });
    return emails;
  };

  /** To one address. One that is written already stays as it is. */
  const writtenFor = async (db: Db, email: Email | WrittenEmail): Promise<WrittenEmail> => {
    if ('language' in email) return email;
    const [first] = await perLanguage(db, { ...email, to: email.to.slice(0, 1) });
    if (!first) throw new TypeError('an email to nobody');
    return { ...first, to: email.to };
  };

  const deliver = async (id: string, email: WrittenEmail, attachments: readonly Attachment[] = []) => {
    const { brandName } = await settings.school();
    const { to, replyTo, isPersonal, leavesNoRecord, ...content } = await texts.apply(database.db, email, brandName);
    const { sender } = await settings.email();
    const { accent, logo } = await branding.look();
    const address = await publicAddress();
    const { hostname } = new URL(address);
    const { subject, text, html } = renderEmail(content, { brandName, address, accent, hasLogo: logo !== undefined });
    const { response, later } = await send(id, {
      from: sender === '' ? { name: oneLine(brandName), address: `no-reply@${hostname}` } : sender,
      to: to.map((address) => ({ name: '', address: oneLine(address) })),
      ...(replyTo ? { replyTo: { name: oneLine(replyTo.name), address: oneLine(replyTo.address) } } : {}),
      subject: oneLine(subject),
      text,
      html,
      headers: {
        // No program answers such an email, with a note of absence for example (RFC 3834).
        ...(isPersonal ? {} : { 'Auto-Submitted': 'auto-generated' }),
        ...optOutHeaders(content.optOut && address + content.optOut.path),
      },
      attachments: [...(logo ? [{ cid: 'logo', filename: 'logo.png', content: logo.bytes }] : []), ...attachments],
      date: new Date(clock.now()),
      messageId: `<${id.replace(/[^\w-]/g, '_')}@${hostname}>`,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    if (later.length > 0) {
      const runAtMs = clock.now() + LATER_MS;
      await jobs.enqueue(database.db, sendEmail, { ...email, to: later }, { id: `${id}:later`, runAtMs });
    }
    if (!leavesNoRecord)
      await recordSent(database.db, { id, addresses: to, subject: oneLine(subject), now: clock.now() });
    return response;
  };

  const notStored = async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
    const stored = await Promise.all(ids.map((id) => folder.has(id)));
    return new Set(ids.filter((_, index) => stored[index] === false));
  };

  jobs.handle(sendEmail, async (email, { id }) => {
    await deliver(id, email);
  });
  return {
    enqueue: async (tx, email) => {
      const emails = await perLanguage(tx, email);
      await jobs.enqueueAll(
        tx,
        sendEmail,
        emails.map((payload) => ({ payload })),
      );
    },
    enqueueOnce: async (tx, id, email) => {
      // Jobs are deleted earlier than rows of sent emails.
      if (!(await wasSent(tx, id))) await jobs.enqueue(tx, sendEmail, await writtenFor(tx, email), { id });
    },
    deliver: async (id, email, attachments) => deliver(id, await writtenFor(database.db, email), attachments),
    sentAmong: async (ids) => {
      const left = await notStored(ids);
      if (left.size === 0 || (await settings.sendsEmail())) return left;
      return new Set(await sentAmong(database.db, [...left]));
    },
    sentTo: async (address, limit) => {
      const rows = await sentTo(database.db, address, limit);
      const sent = await notStored(rows.map(({ id }) => id));
      return rows.map(({ id, subject, sent_at: at }) => ({ subject, at, isSent: sent.has(id) }));
    },
    preview: async (composed) => {
      const email = await writtenFor(database.db, composed);
      const { brandName } = await settings.school();
      const { accent, logo } = await branding.look();
      const sender = { brandName, address: await publicAddress(), accent, hasLogo: logo !== undefined };
      const { subject, text, html } = renderEmail(email, sender);
      const image = `data:image/png;base64,${logo?.bytes.toString('base64') ?? ''}`;
      return { subject: oneLine(subject), text, html: html.replace('src="cid:logo"', () => `src="${image}"`) };
    },
    readerOf: async (userId) => {
      const { code, prefix } = await readers.languageOf(database.db, { userId });
      return { write: await readers.writerIn(database.db, code), prefix };
    },
    texts,
    forget: (address) =>
      folder.remove(({ to }) =>
        to
          .toLowerCase()
          .split(/[\s,<>]+/)
          .includes(address),
      ),
    sweep: async () => {
      const { emailMonths } = await settings.limits();
      const before = (await settings.calendar()).add(clock.now(), -emailMonths, 'month');
      const from = await settings.keptBefore();
      const rows = await deleteSentIn(database.db, { from, before });
      const files = await folder.remove(({ sentAtMs }) => sentAtMs >= from && sentAtMs < before);
      if (rows + files > 0) log.info({ rows, files }, 'old sent emails are deleted');
    },
  };
};

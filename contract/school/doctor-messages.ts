import { type Said, say, type Value } from '../languages/say.ts';

const DAY_HOURS = 24;

/** The texts of the doctor, for its page and its command: a title, a detail and a fix. */
export const doctorMessages = {
  tooSlow: (check: string) => say('The check “{check}” did not finish', { check }),
  tooSlowDetail: (seconds: number) => say('It was stopped after {seconds} seconds.', { seconds }),
  busyDetail: (seconds: number) =>
    say('It was stopped after {seconds} seconds: the machine is busy. Check again later.', { seconds }),
  broken: (check: string) => say('The check “{check}” could not run', { check }),
  correct: say('Correct this setting:'),
  folder: {
    ok: say('The data folder can be written'),
    missing: say('The data folder does not exist yet'),
    missingDetail: (path: string) => say('The first start creates {path}.', { path }),
    failing: say('The data folder cannot be written'),
    failingDetail: (path: string, code: string) =>
      say('Writing to {path} fails ({code}), so nothing can be saved.', { path, code }),
    fix: say('Change its owner, or choose another folder:'),
  },
  disk: {
    ok: (free: string) => say('{free} of disk space is free', { free }),
    low: (free: string) => say('Only {free} of disk space is left', { free }),
    of: (total: string) => say('Of {total} for the database and files.', { total }),
    lowDetail: (total: string) => say('Of {total}. When the disk is full, nothing can be saved.', { total }),
    fix: say('Delete courses you no longer need, use a larger disk, or choose another folder:'),
  },
  files: {
    ok: say('The object store can be written'),
    place: (bucket: string, host: string) => say('The bucket {bucket} at {host}.', { bucket, host }),
    failing: say('The object store cannot be used'),
    failingDetail: (code: string) => say('Writing and removing an object fails ({code}).', { code }),
  },
  clock: {
    ok: say('The clock is right'),
    compared: (name: string) => say('Compared with {name}.', { name }),
    alone: say('Clock not checked'),
    aloneDetail: (moment: Value) =>
      say('It shows {moment}. No other server is configured to compare it with.', { moment }),
    silentDetail: (moment: Value, name: string) => say('It shows {moment}. {name} did not respond.', { moment, name }),
    behind: (seconds: number) => say('The clock is {seconds} seconds behind', { seconds }),
    ahead: (seconds: number) => say('The clock is {seconds} seconds ahead', { seconds }),
    wrongDetail: (name: string) =>
      say('Compared with {name}. Links to videos may expire early, and the provider may refuse requests.', { name }),
    fix: say('Turn on time synchronization:'),
  },
  database: {
    ok: (ms: number) => say('The database responds in {ms} ms', { ms }),
    okDetail: (version: string, size: string) => say('{version}, {size}', { version, size }),
    missing: say('There is no database yet'),
    missingDetail: say('The first start creates it.'),
    unreachable: say('The database cannot be reached'),
    unreachableDetail: (place: string, code: string) => say('Connecting to {place} fails ({code}).', { place, code }),
    refused: say('The database refuses the login'),
    refusedDetail: (place: string, code: string) =>
      say('{place} knows no such user, password or database ({code}).', { place, code }),
    certificateDetail: (place: string, problem: Said) => say('At {place} {problem}.', { place, problem }),
    crowded: say('The database has no connection left'),
    crowdedDetail: (place: string) =>
      say('{place} refuses further ones. Each process uses up to 12, and 4 at least; other programs may hold theirs.', {
        place,
      }),
    widen: say('Allow more, with the name of the role in DATABASE_URL:'),
    widenCommand: 'ALTER ROLE … CONNECTION LIMIT 12',
    unfit: say('The database is not as the server needs it'),
    run: say('Then restart. The command is:'),
    pooled: say('The database is behind a pooler'),
    pooledDetail: (place: string) =>
      say('{place} is a pooler in transaction mode. The server needs the address of PostgreSQL too.', { place }),
    direct: say('Set the address of PostgreSQL itself:'),
    readOnly: say('The school is read-only'),
    readOnlyDetail: say('People can watch and log in. Changes are refused and jobs wait until the school has moved.'),
    change: say('If the school stays here:'),
    changeCommand: 'npm run read-only -- off',
    broken: say('The database file cannot be read'),
    start: say('Start the database, or correct its address:'),
    restore: say('Restore a backup, or choose another folder:'),
  },
  schema: {
    ok: say('The schema is up to date'),
    version: (found: number) => say('Version {found}.', { found }),
    older: say('The schema is older than the program'),
    olderDetail: (found: number, known: number) =>
      say('Version {found} of {known}. The next start migrates it; take a backup first.', { found, known }),
    newer: say('The schema is newer than the program'),
    newerDetail: (found: number, known: number) =>
      say('The database has version {found}, this program knows up to {known}, so it does not start.', {
        found,
        known,
      }),
    fix: say('Use the newer program, or restore the backup taken before its upgrade:'),
    command: 'npm run upgrade',
  },
  upgrade: {
    title: say('The upgrade is still at work'),
    left: {
      people: (count: number) => say('Access and sales of {count} people', { count }),
      courses: (count: number) => say('the search index of {count} courses', { count }),
      captions: (count: number) => say('{count} captions', { count }),
      videos: (count: number) => say('{count} videos', { count }),
      addresses: () => say('the form of email addresses'),
    },
    detail: (left: readonly Said[]) =>
      say('{left}. Until then lists and totals may be those of before. Nobody has to wait for it.', {
        left: { list: left },
      }),
  },
  jobs: {
    ok: say('Jobs run on time'),
    okDetail: say('No email, payment job or cleanup is late.'),
    late: (minutes: number) => say('Jobs have been waiting for {minutes} minutes', { minutes }),
    lateDetail: say('Emails are not sent and payments are not completed. The server is stopped or its jobs hang.'),
    fix: say('Start the server again:'),
    command: 'npm start',
    failed: (count: number) =>
      say('{count, plural, one {A job failed in the last day} other {# jobs failed in the last day}}', { count }),
    failedDetail: (names: string) => say('They are not tried again: {names}. The log says why.', { names }),
  },
  backups: {
    age: (hours: number) =>
      hours < 2 * DAY_HOURS
        ? say('The last verified backup is {hours, plural, =0 {less than an hour} one {# hour} other {# hours}} old', {
            hours,
          })
        : say('The last verified backup is {days} days old', { days: Math.floor(hours / DAY_HOURS) }),
    place: (place: string) => say('Written to {place} each day.', { place }),
    never: say('No backup has been verified yet'),
    off: say('Backups are not scheduled'),
    offDetail: say('If this server is lost, the school is lost with it.'),
    fix: say('Set a folder on another disk, or a bucket:'),
    missing: say('The folder for backups does not exist'),
    missingDetail: (place: string) =>
      say('The next backup creates {place}. If it should be there already, another disk is not mounted.', { place }),
    unwritable: say('Backups cannot be written'),
    unwritableDetail: (place: string, code: string) => say('Writing to {place} fails ({code}).', { place, code }),
    unused: (name: string) => say('{name} has no effect on scheduled backups', { name }),
    unusedDetail: say('BACKUP_TO names no bucket. Only commands that name one use this setting.'),
  },
  delivery: {
    ok: (host: string) => say('The CDN at {host} checks addresses', { host }),
    okDetail: say('It refuses a forged one, and reaches this server.'),
    open: (host: string) => say('The CDN at {host} does not refuse forged addresses', { host }),
    openDetail: (status: number) => say('It responds with {status} instead of 403, so anyone could watch.', { status }),
    refuses: (host: string) => say('The CDN at {host} refuses valid addresses', { host }),
    refusesDetail: say('It has another key, or its clock is wrong. Videos do not play.'),
    broken: (host: string) => say('The CDN at {host} does not reach this server', { host }),
    brokenDetail: (status: number) =>
      say('For a file that does not exist it responds with {status} instead of 404.', { status }),
    silent: say('The CDN cannot be reached'),
    silentDetail: (code: string) => say('Connecting fails ({code}). Videos do not play.', { code }),
  },
  payments: {
    ok: say('Payments work'),
    off: say('The bundle is not on sale'),
    own: say('Payments come to the school itself'),
    ownDetail: (ways: readonly Said[]) =>
      say('By {ways}; you confirm each. Nothing is sold online.', { ways: { list: ways } }),
    test: say('Test mode is on'),
    testDetail: say('Nobody is charged.'),
    unknown: (provider: string) => say('{provider} did not respond', { provider }),
    unknownDetail: say('Selling continues. The plan is checked again every minute.'),
    goLive: say('Set live keys:'),
  },
  webhook: {
    ok: say('Webhooks arrive'),
    last: (moment: Value) => say('The last event arrived on {moment}.', { moment }),
    none: say('No webhook has arrived yet'),
    noneDetail: say('There was no payment to report either.'),
    silent: say('Webhooks do not arrive'),
    silentDetail: (paidAt: Value) =>
      say(
        'Nothing reported the payment of {paidAt}. Payments are still found within minutes, but disputes and refunds made at the provider are not.',
        { paidAt },
      ),
    rejected: say('Webhooks are rejected'),
    fix: say('Enter this address as the webhook in the provider’s dashboard:'),
  },
  email: {
    ok: say('The mail server accepts the login'),
    from: (host: string, sender: string) => say('{host}, from {sender}.', { host, sender }),
    unset: say('Emails are not sent'),
    unsetDetail: say('They are stored, and admins can read them under Emails.'),
    fix: say('Set your mail server:'),
    refused: say('The mail server refuses the login'),
    unreachable: say('The mail server cannot be reached'),
    failingDetail: (host: string, code: string) =>
      say('{host} ({code}). Emails wait and are tried again.', { host, code }),
    certificateDetail: (host: string, problem: Said) =>
      say('At {host} {problem}. Emails wait and are tried again.', { host, problem }),
  },
  video: {
    ok: say('Videos can be processed'),
    version: (version: string) => say('ffmpeg {version}.', { version }),
    off: say('Videos are not processed'),
    failing: say('Video processing does not work'),
    install: say('Install ffmpeg:'),
    command: 'apt install ffmpeg',
  },
  proxy: {
    none: say('No proxy is in front'),
    noneDetail: say('Visitors connect to this server directly.'),
    trusted: say('The proxy in front is trusted'),
    trustedDetail: say('Rate limits count by the address that it forwards.'),
    ignored: say('The proxy in front is not trusted'),
    ignoredDetail: say('All visitors count as one address, so one of them can use up the rate limits of all.'),
    anyone: say('Any caller can claim any address'),
    anyoneDetail: say('Forwarded addresses are trusted from every client that can reach this server.'),
    silent: say('The proxy forwards no address'),
    silentDetail: say('A proxy is trusted, but this request came without X-Forwarded-For.'),
    trust: say('Trust the proxy in front:'),
    problems: {
      host: {
        title: say('The proxy does not pass the name of the site on'),
        detail: say(
          'Requests arrive with another Host. Pages under another name are not redirected, and programs of others get wrong addresses.',
        ),
        fix: say('Let it pass Host on; in nginx:'),
        code: 'proxy_set_header Host $host;',
      },
      limit: {
        title: say('The proxy limits uploads'),
        detail: say('A body of 32 MiB is refused, so videos and other files cannot be uploaded.'),
        fix: say('Let it limit nothing; in nginx:'),
        code: 'client_max_body_size 0;',
      },
      upload: {
        title: say('The proxy holds uploads back'),
        detail: say(
          'It passes a body on when it is complete. Uploads take twice the time, and need space on its disk.',
        ),
        fix: say('Let it pass bodies on as they arrive; in nginx:'),
        code: 'proxy_request_buffering off;',
      },
      events: {
        title: say('The proxy holds answers back'),
        detail: say('Notices arrive late, because it collects what should be sent at once.'),
        fix: say('Let it send answers as they arrive; in nginx:'),
        code: 'proxy_buffering off;',
      },
      cut: {
        title: say('The proxy cuts long answers'),
        detail: say('An answer that is silent for half a minute is ended. Notices stop, and long exports fail.'),
        fix: say('Let it wait longer; in nginx:'),
        code: 'proxy_read_timeout 120s;',
      },
    },
    forward: say('Let the proxy send this header, or trust none:'),
  },
  address: {
    ok: (host: string) => say('The site is reachable at {host}', { host }),
    plain: say('Without encryption.'),
    until: (date: Value) => say('Certificate valid until {date}.', { date }),
    local: say('The site is reachable on this machine only'),
    localDetail: (address: string) => say('At {address}.', { address }),
    fix: say('Set the address that visitors use:'),
    unknown: say('The public address is not known'),
    unknownDetail: say('Links in emails lead to this machine only.'),
    unreachable: (host: string) => say('{host} cannot be reached', { host }),
    unreachableDetail: (code: string) =>
      say('Connecting fails ({code}): a firewall, the DNS record or the proxy.', { code }),
    certificate: (host: string) => say('The certificate of {host} is not valid', { host }),
    certificateDetail: (problem: Said) => say('To this server {problem}.', { problem }),
    other: (host: string) => say('{host} does not lead to this server', { host }),
    otherDetail: (status: number) =>
      say('It responds with {status}. The server may be stopped, or the proxy leads elsewhere.', { status }),
    expires: (days: number) =>
      say('{days, plural, one {The certificate ends in # day} other {The certificate ends in # days}}', { days }),
    unencrypted: say('Passwords and payments travel without encryption'),
    unencryptedDetail: say('The public address begins with http://.'),
  },
} as const;

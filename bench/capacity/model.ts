import { z } from 'zod';

const Cost = z.object({
  /** CPU of web processes, of PostgreSQL with its pooler, and of the proxies and the CDN. */
  webMs: z.number(),
  databaseMs: z.number(),
  proxyMs: z.number(),
  statements: z.number(),
});

/** What the bench measured, with the machine and the day; CPU in milliseconds of one core. */
export const Costs = z.object({
  machine: z.string(),
  date: z.string(),
  requests: z.object({
    /** The first page, one's own account and the list of courses. */
    visit: Cost,
    login: Cost,
    /** The course page, the start of playback and both playlists. */
    lecture: Cost,
    heartbeat: Cost,
    segment: Cost,
    /** From the registration to the payment, with the provider's webhooks, which the sandbox sends. */
    purchase: Cost,
  }),
  /** Of processing one minute of video: what is made of it, and the rate of the largest size. */
  videoMinute: z.object({ workerMs: z.number(), renditionBytes: z.number(), highestBitsPerSecond: z.number() }),
  /** What one learner with a session and a payment occupies in the database. */
  learnerBytes: z.number(),
});
export type Costs = z.output<typeof Costs>;
const KINDS = Costs.shape.requests.keyof().options;

const count = z.coerce.number({ error: 'must be a number' }).min(0, { error: 'must not be negative' });
const share = count.max(1, { error: 'must be at most 1' });

/** What people do. The command has an option for each figure. */
export const Behaviour = z.object({
  viewers: count,
  learners: count,
  /** The length of a lecture, and of a visit. */
  lectureMinutes: count.default(10),
  visitMinutes: count.default(40),
  /** The share of visits that begin with a login; other visits have a session. */
  loginShare: share.default(0.1),
  /** The share of learners who buy within one hour, on the day of a launch. */
  hourlyBuyerShare: share.default(0.01),
  videoHours: count.default(200),
  newVideoHoursPerDay: count.default(2),
  /** Of videos as they are uploaded. */
  originalKbps: count.default(4000),
});
export type Behaviour = z.output<typeof Behaviour>;

const HEARTBEAT_SECONDS = 15;
const SEGMENT_SECONDS = 4;
/** Beyond this share of a core, waiting grows faster than work. */
const BUSY_SHARE = 0.6;
/** Each process has at most so many connections to the pooler or to PostgreSQL, and one that listens. */
const CONNECTIONS = 10;
/** A cached file is fetched again from the origin after this time. */
const CACHED_DAYS = 30;

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** How many cores some work needs, so that none is busier than it should be. */
const coresFor = (busyMsPerSecond: number): number => busyMsPerSecond / 1000 / BUSY_SHARE;

/** What a school needs at its busiest, from what each request costs. */
export const capacityOf = (costs: Costs, behaviour: Behaviour) => {
  const { viewers, learners, lectureMinutes, visitMinutes, loginShare, hourlyBuyerShare } = behaviour;
  const visits = viewers / (visitMinutes * 60);
  const perSecond = {
    visit: visits,
    login: visits * loginShare,
    lecture: viewers / (lectureMinutes * 60),
    heartbeat: viewers / HEARTBEAT_SECONDS,
    segment: viewers / SEGMENT_SECONDS,
    purchase: (learners * hourlyBuyerShare) / HOUR_SECONDS,
  };
  const sumOf = (part: keyof z.output<typeof Cost>): number =>
    KINDS.reduce((sum, kind) => sum + perSecond[kind] * costs.requests[kind][part], 0);
  const webCores = coresFor(sumOf('webMs'));
  // One more than needed, so that one may end; one core each.
  const webProcesses = Math.ceil(webCores) + 1;
  const minutesPerDay = behaviour.newVideoHoursPerDay * 60;
  const workerCores = coresFor((minutesPerDay * costs.videoMinute.workerMs) / DAY_SECONDS);
  const workers = Math.ceil(workerCores) + 1;
  const videoSeconds = behaviour.videoHours * HOUR_SECONDS;
  const renditionBytes = (videoSeconds / 60) * costs.videoMinute.renditionBytes;
  const bitsPerSecond = viewers * costs.videoMinute.highestBitsPerSecond;
  return {
    perSecond,
    webCores,
    webProcesses,
    workerCores,
    workers,
    databaseCores: coresFor(sumOf('databaseMs')),
    statementsPerSecond: sumOf('statements'),
    connections: (webProcesses + workers) * (CONNECTIONS + 1),
    proxyCores: coresFor(sumOf('proxyMs')),
    cdnBitsPerSecond: bitsPerSecond,
    cdnBytesPerHour: (bitsPerSecond / 8) * HOUR_SECONDS,
    /** Each file once per period, which is what a CDN fetches that keeps everything; less than this arrives here. */
    originBitsPerSecond: (renditionBytes * 8) / (CACHED_DAYS * DAY_SECONDS),
    storedBytes: renditionBytes + videoSeconds * (behaviour.originalKbps / 8) * 1000,
    databaseBytes: learners * costs.learnerBytes,
  };
};

export type Capacity = ReturnType<typeof capacityOf>;

import { Gauge, Registry } from 'prom-client';

const TIMEOUT_MS = 2000;

/** Reads stored values at each scrape, with few statements. */
export interface FigureSources {
  /** Waiting, running and failed jobs by kind; `oldestDueMs` is the time since the oldest was due. */
  jobs: () => Promise<readonly JobFigure[]>;
  videos: () => Promise<{ processing: number; failed: number; needTranscode: number }>;
  /** Today's sales in the active mode. */
  sales: () => Promise<{ mode: string; sold: number; grossInPaise: number }>;
  /** The number of devices that played a video within the last minute. */
  viewers: () => Promise<number>;
  disk: () => Promise<{ freeBytes: number; totalBytes: number }>;
  /** When the newest verified backup was begun, if there is one; undefined while no backups are set up. */
  backups: () => Promise<{ verifiedAtMs: number | undefined } | undefined>;
  /** The connections of this process to the database; undefined without a pool. */
  connections: () => Promise<{ busy: number; idle: number; waiting: number } | undefined>;
}

export interface JobFigure {
  name: string;
  state: string;
  count: number;
  oldestDueMs: number;
}

interface Sample {
  labels: Record<string, string>;
  value: number;
}

interface Figure {
  name: string;
  help: string;
  samples: readonly Sample[];
}

const one = (value: number, labels: Sample['labels'] = {}): Sample => ({ labels, value });

const jobFigures = (jobs: readonly JobFigure[]): Figure[] => [
  {
    name: 'lectern_jobs',
    help: 'Jobs by kind and state: due, scheduled for later, running, or failed (given up within the last day)',
    samples: jobs.map(({ name, state, count }) => one(count, { kind: name, state })),
  },
  {
    name: 'lectern_job_oldest_due_seconds',
    help: 'How long the job that has waited longest has been due, by kind',
    samples: jobs
      .filter(({ state }) => state === 'due')
      .map(({ name, oldestDueMs }) => one(oldestDueMs / 1000, { kind: name })),
  },
];

const videoFigures = (videos: Awaited<ReturnType<FigureSources['videos']>>): Figure[] => [
  {
    name: 'lectern_videos',
    help: 'Videos that are being converted, failed, or wait for a machine with ffmpeg',
    samples: [
      one(videos.processing, { state: 'processing' }),
      one(videos.failed, { state: 'failed' }),
      one(videos.needTranscode, { state: 'needs_transcode' }),
    ],
  },
];

const salesFigures = ({ mode, sold, grossInPaise }: Awaited<ReturnType<FigureSources['sales']>>): Figure[] => [
  { name: 'lectern_sales_today', help: 'Bundles sold today', samples: [one(sold, { mode })] },
  { name: 'lectern_sales_today_paise', help: 'What was paid today, in paise', samples: [one(grossInPaise, { mode })] },
];

const viewerFigures = (viewers: number): Figure[] => [
  { name: 'lectern_viewers', help: 'Devices that played a video within the last minute', samples: [one(viewers)] },
];

/** An object store does not report its size. */
const ifKnown = (bytes: number): Sample[] => (Number.isFinite(bytes) ? [one(bytes)] : []);

const diskFigures = ({ freeBytes, totalBytes }: Awaited<ReturnType<FigureSources['disk']>>): Figure[] => [
  { name: 'lectern_disk_free_bytes', help: 'Free space for files', samples: ifKnown(freeBytes) },
  { name: 'lectern_disk_size_bytes', help: 'Size of the disk of files', samples: ifKnown(totalBytes) },
];

const backupFigures = (backups: Awaited<ReturnType<FigureSources['backups']>>): Figure[] => [
  {
    name: 'lectern_backup_verified_timestamp_seconds',
    help: 'When the newest verified backup was begun; 0 before the first',
    samples: backups ? [one((backups.verifiedAtMs ?? 0) / 1000)] : [],
  },
];

const connectionFigures = (pool: Awaited<ReturnType<FigureSources['connections']>>): Figure[] => [
  {
    name: 'lectern_database_connections',
    help: 'Connections of this process to the database, and callers that wait for one',
    samples: Object.entries(pool ?? {}).map(([state, count]) => one(count, { state })),
  },
];

/** Undefined if the work fails or is late. */
const within = async <T>(work: Promise<T>, timeoutMs: number): Promise<{ result: T } | undefined> => {
  const { promise, resolve } = Promise.withResolvers<{ result: T } | undefined>();
  const timer = setTimeout(() => resolve(undefined), timeoutMs);
  work.then(
    (result) => resolve({ result }),
    () => resolve(undefined),
  );
  const settled = await promise;
  clearTimeout(timer);
  return settled;
};

/** A source that hangs is not read again until it ends. */
const source = <T>(name: string, read: () => Promise<T>, figuresOf: (values: T) => Figure[]) => {
  let reading: Promise<T> | undefined;
  return async (timeoutMs: number) => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    const settled = await within(reading, timeoutMs);
    return { name, isRead: settled !== undefined, figures: settled ? figuresOf(settled.result) : [] };
  };
};

const register = (registry: Registry, { name, help, samples }: Figure): void => {
  const [first] = samples;
  if (!first) return;
  const gauge = new Gauge({ name, help, labelNames: Object.keys(first.labels), registers: [registry] });
  for (const { labels, value } of samples) gauge.set(labels, value);
};

/** Creates the function that reads the sources in the Prometheus format. Unreadable figures are left out and named. */
export const createFigures = (sources: FigureSources, timeoutMs: number = TIMEOUT_MS): (() => Promise<string>) => {
  const readers = [
    source('jobs', sources.jobs, jobFigures),
    source('videos', sources.videos, videoFigures),
    source('sales', sources.sales, salesFigures),
    source('viewers', sources.viewers, viewerFigures),
    source('disk', sources.disk, diskFigures),
    source('backups', sources.backups, backupFigures),
    source('connections', sources.connections, connectionFigures),
  ];
  return async () => {
    const registry = new Registry();
    const all = await Promise.all(readers.map((read) => read(timeoutMs)));
    for (const { figures } of all) for (const figure of figures) register(registry, figure);
    register(registry, {
      name: 'lectern_figure_unread',
      help: '1 for figures that could not be read within two seconds and are missing from this scrape',
      samples: all.map(({ name, isRead }) => one(isRead ? 0 : 1, { figure: name })),
    });
    return registry.metrics();
  };
};

export interface Activity {
  seq: number;
  at: number;
  kind: 'call' | 'fault' | 'payment' | 'event' | 'delivery' | 'control';
  [detail: string]: unknown;
}

export interface ActivityLog {
  add(kind: Activity['kind'], details: Record<string, unknown>): void;
  after(seq: number, limit: number): Activity[];
}

const maxEntries = 2_000;

/** The latest activity, for the test console and for assertions of tests. Never contains a secret or a signature. */
export const createActivityLog = (
  nowSeconds: () => number,
  alsoTo: (line: string, details: object) => void,
): ActivityLog => {
  const entries: Activity[] = [];
  let seq = 0;
  return {
    add: (kind, details) => {
      seq += 1;
      entries.push({ ...details, seq, at: nowSeconds(), kind });
      if (entries.length > maxEntries) entries.shift();
      alsoTo(`sandbox: ${kind}`, details);
    },
    after: (from, limit) => entries.filter((entry) => entry.seq > from).slice(0, limit),
  };
};
